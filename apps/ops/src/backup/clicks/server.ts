import { once } from 'node:events';
import { request as plain, type IncomingMessage } from 'node:http';
import { request as secure } from 'node:https';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { about, BackupError } from '../archive/archive.ts';

/** ClickHouse over bare HTTP: what is exported passes as the compressed bytes that the server writes and reads itself. */
export interface ClickServer {
  /** The answer, compressed with zstd. */
  export(query: string, parameters?: Readonly<Record<string, string>>): Promise<Readable>;
  /** `insert` ends with its FORMAT; `body` is compressed with zstd. */
  import(insert: string, body: Readable): Promise<void>;
  rows<Row>(query: string, parameters?: Readonly<Record<string, string>>): Promise<Row[]>;
}

/** Bounded memory, one thread: a backup is in no hurry, and others read at the same time. */
const READING = { max_threads: '1', max_memory_usage: String(1024 ** 3) };
/** Blocks that are alike are no copies here: every table is empty before. Views get their rows in blocks of this size too. */
const WRITING = {
  async_insert: '0',
  insert_deduplicate: '0',
  max_insert_threads: '1',
  min_insert_block_size_rows: '100000',
  max_partitions_per_insert_block: '0',
  materialized_views_ignore_errors: '0',
  distributed_foreground_insert: '1',
};

/** @param url `http://user:password@host:port/database` */
export function createClickServer(url: string, signal: AbortSignal): ClickServer {
  const base = new URL(url);
  const subject = `ClickHouse (CLICKHOUSE_URL, ${base.host})`;
  const database = decodeURIComponent(base.pathname.slice(1));

  function open(query: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>>) {
    const target = new URL(base.origin);
    target.search = new URLSearchParams({ ...(database === '' ? {} : { database }), ...query }).toString();
    return (base.protocol === 'https:' ? secure : plain)(target, {
      method: 'POST',
      signal,
      agent: false,
      headers: {
        'X-ClickHouse-User': decodeURIComponent(base.username) || 'default',
        'X-ClickHouse-Key': decodeURIComponent(base.password),
        ...headers,
      },
    });
  }

  async function answer(sent: ReturnType<typeof open>): Promise<IncomingMessage> {
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    if (response.statusCode === 200) return response;
    throw new BackupError(`${subject}: ${(await text(response)).trim().slice(0, 500)}`);
  }

  async function ask(
    query: string,
    settings: Readonly<Record<string, string>>,
    parameters: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>>,
  ): Promise<IncomingMessage> {
    const named = Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [`param_${name}`, value] as const),
    );
    try {
      const sent = open({ ...settings, ...named }, headers);
      sent.end(query);
      return await answer(sent);
    } catch (error) {
      throw about(subject, error);
    }
  }

  return {
    async export(query, parameters = {}) {
      const settings = { ...READING, enable_http_compression: '1' };
      const response = await ask(query, settings, parameters, { 'Accept-Encoding': 'zstd' });
      if (response.headers['content-encoding'] === 'zstd') return response;
      response.destroy();
      throw new BackupError(`${subject} does not compress with zstd.`);
    },
    async import(insert, body) {
      try {
        const sent = open({ query: insert, ...WRITING }, { 'Content-Encoding': 'zstd' });
        const [response] = await Promise.all([answer(sent), pipeline(body, sent)]);
        await text(response);
      } catch (error) {
        throw about(subject, error);
      }
    },
    async rows<Row>(query: string, parameters = {}) {
      const settings = { ...READING, output_format_json_quote_64bit_integers: '1' };
      const response = await ask(`${query} FORMAT JSONEachRow`, settings, parameters, {});
      const lines = (await text(response)).split('\n').filter((line) => line !== '');
      return lines.map((line) => JSON.parse(line) as Row);
    },
  };
}
