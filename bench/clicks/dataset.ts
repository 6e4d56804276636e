import { createClickHouse, migrateClickHouse, ROLL_UPS } from '@brevia/clicks';

export const HOT_LINK = { domain: 'default', code: 'hothot1' };
export const HOT_OWNER = 'workspace-1';

type Client = ReturnType<typeof createClickHouse>;

/**
 * Fills a ClickHouse with clicks of the last 90 days: one third on the hot link, the rest on 10,000 others. Raw clicks are
 * made by the engine itself; the views are left out meanwhile, and the roll-ups are built day by day with their SELECTs.
 */
export async function fillClickHouse(
  url: string,
  clicks: number,
  log: (line: string) => void,
): Promise<Client> {
  await migrateClickHouse(url);
  const client = createClickHouse({ url, application: 'brevia-bench', requestTimeoutMs: 60_000 });
  const run = (query: string) =>
    client.command({
      query,
      clickhouse_settings: { insert_deduplicate: 0, max_insert_threads: '1', max_execution_time: 600 },
    });
  for (const { table } of ROLL_UPS) await run(`DROP VIEW IF EXISTS ${table}_feed SYNC`);
  const chunk = 2_000_000;
  for (let at = 0; at < clicks; at += chunk) {
    await run(generator(at, Math.min(chunk, clicks - at)));
    log(`${(at + chunk).toLocaleString('en')} raw clicks`);
  }
  const today = Math.floor(Date.now() / 86_400_000) * 86_400;
  for (let day = 0; day <= 90; day++) {
    const [from, to] = [today - day * 86_400, today - (day - 1) * 86_400];
    const where = `WHERE ts >= toDateTime(${from}, 'UTC') AND ts < toDateTime(${to}, 'UTC')`;
    for (const { table, select, filter, groupBy } of ROLL_UPS) {
      await run(`INSERT INTO ${table} ${select} ${where} AND ${filter} ${groupBy}`);
    }
    if (day % 15 === 0) log(`roll-ups of ${day} days`);
  }
  return client;
}

/** Rows from their numbers: `h` spreads them, one hash for each property. */
const generator = (from: number, count: number): string => `
  INSERT INTO clicks (domain, code, owner, ts, kind, country, referrer, browser, os, device, language, region, visitor,
    stream, stream_partition, stream_offset, line)
  SELECT
    'default',
    if(number % 3 = 0, '${HOT_LINK.code}', leftPad(toString(intHash64(number) % 10000), 7, '0')) AS code,
    if(number % 3 = 0, '${HOT_OWNER}', concat('workspace-', toString(intHash64(number) % 10000 % 500))),
    now64(3, 'UTC') - toIntervalMillisecond(intHash64(number + 1) % (90 * 86400000)),
    if(h3 % 10 = 0, 'bot', 'human'),
    arrayElement(['US', 'IN', 'DE', 'FR', 'GB', 'BR', 'JP', 'ID', 'NG', 'MX', 'IT', 'ES', 'PL', 'CA', 'AU', ''], h3 % 16 + 1),
    if(h4 % 4 = 0, '', concat('site', toString(h4 % 300), '.example')),
    arrayElement(['Chrome', 'Safari', 'Firefox', 'Microsoft Edge', 'Instagram'], h4 % 5 + 1),
    arrayElement(['Windows', 'iOS', 'Android', 'macOS', 'Linux'], h5 % 5 + 1),
    arrayElement(['desktop', 'mobile', 'tablet'], h5 % 3 + 1),
    arrayElement(['en-US', 'en-GB', 'de-DE', 'fr-FR', 'hi-IN', 'pt-BR', 'ja'], h5 % 7 + 1),
    'bench',
    h6 % 3000000 + 1,
    'bench', number % 4, intDiv(number, 2000), intDiv(number, 4) % 500
  FROM (
    SELECT number, intHash32(number + 2) AS h3, intHash32(number + 3) AS h4, intHash32(number + 4) AS h5, intHash64(number + 5) AS h6
    FROM numbers(${from}, ${count})
  )`;
