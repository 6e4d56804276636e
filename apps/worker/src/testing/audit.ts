import type { ClickHouse } from './click-house.ts';

export interface Audit {
  readonly raw: number;
  readonly linkDay: number;
  readonly ownerDay: number;
  readonly ownerLinkDay: number;
  /** Clicks by code, where they differ from what was produced: [code, produced, raw, roll-up]. */
  readonly wrong: readonly (readonly [string, number, number, number])[];
  /** Raw rows that stand for the same line of the stream as another one. */
  readonly doubled: number;
  /** Hours of a link whose set of visitors is another than the raw clicks give. */
  readonly wrongHours: number;
}

/** Compares what is in every table with what was produced, link by link. */
export async function audit(clickhouse: ClickHouse, produced: ReadonlyMap<string, number>): Promise<Audit> {
  const byCode = async (sql: string): Promise<Map<string, number>> =>
    new Map((await clickhouse.rows<{ code: string; n: number }>(sql)).map((row) => [row.code, row.n]));
  const one = async (sql: string): Promise<number> => (await clickhouse.rows<{ n: number }>(sql))[0]?.n ?? 0;
  const raw = await byCode('SELECT code, count() AS n FROM clicks GROUP BY code');
  const rolled = await byCode('SELECT code, sum(clicks) AS n FROM link_day GROUP BY code');
  const codes = new Set([...produced.keys(), ...raw.keys(), ...rolled.keys()]);
  const wrong = [...codes]
    .map((code) => [code, produced.get(code) ?? 0, raw.get(code) ?? 0, rolled.get(code) ?? 0] as const)
    .filter(([, a, b, c]) => a !== b || a !== c);
  return {
    raw: await one('SELECT count() AS n FROM clicks'),
    linkDay: await one('SELECT sum(clicks) AS n FROM link_day'),
    ownerDay: await one('SELECT sum(clicks) AS n FROM owner_day'),
    ownerLinkDay: await one('SELECT sum(clicks) AS n FROM owner_link_day'),
    wrong,
    doubled: await one(
      'SELECT count() - uniqExact(stream, stream_partition, stream_offset, line) AS n FROM clicks',
    ),
    wrongHours: await one(WRONG_HOURS),
  };
}

const WRONG_HOURS = `
  SELECT count() AS n FROM (
    SELECT code, kind, hour FROM (
      SELECT code, kind, toStartOfHour(toDateTime(ts, 'UTC')) AS hour,
        toInt64(uniqExact(intHash64(visitor) % 262144)) AS people
      FROM clicks WHERE visitor != 0 AND kind != 'proxy' GROUP BY code, kind, hour
      UNION ALL
      SELECT code, kind, hour, -toInt64(groupBitmapMerge(visitors)) AS people
      FROM link_hour GROUP BY code, kind, hour
    )
    GROUP BY code, kind, hour HAVING sum(people) != 0
  )`;
