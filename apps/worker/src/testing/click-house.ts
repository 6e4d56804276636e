import { createClickHouse } from '@brevia/clicks';

export interface ClickHouse {
  rows<Row>(sql: string): Promise<Row[]>;
  close(): Promise<void>;
}

/** Reads a ClickHouse for the tests. */
export function openClickHouse(url: string): ClickHouse {
  const client = createClickHouse({ url, application: 'brevia-test' });
  return {
    rows: async <Row>(query: string) => {
      const answer = await client.query({
        query,
        format: 'JSONEachRow',
        clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
      });
      return answer.json<Row>();
    },
    close: () => client.close(),
  };
}
