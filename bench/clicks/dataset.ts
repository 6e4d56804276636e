import { setTimeout as wait } from 'node:timers/promises';
import { createClickHouse, migrateClickHouse } from '@brevia/clicks';

export const HOT_LINK = { domain: 'default', code: 'hothot1' };
export const HOT_OWNER = 'workspace-1';

const HOUR = 3_600_000;
const DAY = 86_400_000;

type Client = ReturnType<typeof createClickHouse>;

/**
 * Fills a ClickHouse with clicks of the last 90 days and of today until now: one third on the hot link, the rest on 2,000
 * others. The engine makes the rows itself, a day an insert, today's an hour each, through the views as in production.
 * Then waits for the merges that the engine does on its own.
 */
export async function fillClickHouse(
  url: string,
  clicks: number,
  log: (line: string) => void,
): Promise<Client> {
  await migrateClickHouse(url);
  const client = createClickHouse({ url, application: 'brevia-bench', requestTimeoutMs: 60_000 });
  const today = Math.floor(Date.now() / DAY) * DAY;
  const perDay = Math.ceil(clicks / 90);
  const insert = (from: number, count: number, end: number, span: number) =>
    client.command({
      query: generator(from, count, end, span),
      clickhouse_settings: {
        insert_deduplicate: 0,
        max_insert_threads: '1',
        min_insert_block_size_rows: '500000',
      },
    });
  for (let day = 90; day >= 1; day--) {
    await insert((90 - day) * perDay, perDay, today - (day - 1) * DAY, DAY);
    if (day % 15 === 0) log(`${((91 - day) * perDay).toLocaleString('en')} clicks`);
  }
  // As ClickHouse does by itself with parts of these that are older than a day.
  for (const table of ['link_day', 'owner_day', 'owner_link_day', 'link_hour', 'owner_hour'])
    await client.command({ query: `OPTIMIZE TABLE ${table} FINAL` });
  const now = Date.now();
  let next = 90 * perDay;
  for (let hour = today; hour < now; hour += HOUR) {
    const span = Math.min(HOUR, now - hour);
    const count = Math.ceil((perDay / DAY) * span);
    await insert(next, count, hour + span, span);
    next += count;
  }
  await settle(client);
  return client;
}

async function settle(client: Client): Promise<void> {
  for (let calm = 0; calm < 3;) {
    await wait(1_000);
    const answer = await client.query({
      query: 'SELECT count() AS n FROM system.merges',
      format: 'JSONEachRow',
    });
    const [row] = await answer.json<{ n: string }>();
    calm = Number(row?.n) === 0 ? calm + 1 : 0;
  }
}

/** Rows from their numbers: `h` spreads them, one hash for each property. Visitors are others each day, as the redirector's hashes are. */
const generator = (from: number, count: number, end: number, span: number): string => `
  INSERT INTO clicks (domain, code, owner, ts, kind, country, referrer, browser, os, device, language, region, visitor,
    stream, stream_partition, stream_offset, line)
  SELECT
    'default',
    if(number % 3 = 0, '${HOT_LINK.code}', leftPad(toString(intHash64(number) % 2000), 7, '0')) AS code,
    if(number % 3 = 0, '${HOT_OWNER}', concat('workspace-', toString(intHash64(number) % 2000 % 500))),
    fromUnixTimestamp64Milli(toInt64(${end}), 'UTC') - toIntervalMillisecond(intHash64(number + 1) % ${span} + 1),
    if(h3 % 10 = 0, 'bot', 'human'),
    arrayElement(['US', 'IN', 'DE', 'FR', 'GB', 'BR', 'JP', 'ID', 'NG', 'MX', 'IT', 'ES', 'PL', 'CA', 'AU', ''], h3 % 16 + 1),
    if(h4 % 4 = 0, '', concat('site', toString(h4 % 300), '.example')),
    arrayElement(['Chrome', 'Safari', 'Firefox', 'Microsoft Edge', 'Instagram'], h4 % 5 + 1),
    arrayElement(['Windows', 'iOS', 'Android', 'macOS', 'Linux'], h5 % 5 + 1),
    arrayElement(['desktop', 'mobile', 'tablet'], h5 % 3 + 1),
    arrayElement(['en-US', 'en-GB', 'de-DE', 'fr-FR', 'hi-IN', 'pt-BR', 'ja'], h5 % 7 + 1),
    'bench',
    intHash64(h6 % 3000000 + ${3_000_000 * Math.floor((end - 1) / DAY)}) % 4503599627370496 + 1,
    'bench', number % 4, intDiv(number, 2000), intDiv(number, 4) % 500
  FROM (
    SELECT number, intHash32(number + 2) AS h3, intHash32(number + 3) AS h4, intHash32(number + 4) AS h5, intHash64(number + 5) AS h6
    FROM numbers(${from}, ${count})
  )`;
