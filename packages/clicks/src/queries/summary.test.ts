import { expect, it } from 'vitest';
import type { RunQuery } from './run.ts';
import { summary } from './summary.ts';

it('reads up to when all is counted before it counts, so that it never says more than is so (issue 5, item 7)', async () => {
  let counted = 0;
  let completeTo = 0;
  // Every answer takes a while, and in the meantime a worker inserts a click of moment n and then says so.
  const run: RunQuery = async <Row>(sql: string): Promise<Row[]> => {
    const [clicks, at] = [counted, completeTo];
    counted += 1;
    completeTo = counted;
    await Promise.resolve();
    const row = sql.includes('ingest_progress')
      ? { at }
      : { humans: clicks, bots: 0, visitors: 0, countries: {}, yesterday: {}, today: {} };
    return [row as Row];
  };
  for (let look = 0; look < 3; look++) {
    const { totalClicks, lastUpdated } = await summary(run, { domain: 'default', code: 'c' }, new Date());
    expect(totalClicks).toBeGreaterThanOrEqual(lastUpdated?.getTime() ?? 0);
  }
});

it.each(['15:20:30', '23:59:30', '00:00:00', '00:07:00', '23:45:00'])(
  'counts each quarter of the sliding day once at %s (STAT-1)',
  async (time) => {
    const now = new Date(`2026-11-20T${time}Z`);
    // A click in each quarter of each day, at its beginning; none at the quarters that the range cuts.
    const day = Object.fromEntries(Array.from({ length: 96 }, (_, quarter) => [quarter, 1]));
    const run: RunQuery = <Row>(sql: string): Promise<Row[]> => {
      const totals = { humans: 0, bots: 0, visitors: 0, countries: {}, yesterday: day, today: day };
      const isTotals = sql.includes('link_day');
      return Promise.resolve([(isTotals ? totals : { clicks: 0, at: 0 }) as Row]);
    };
    const { clicksLast24h } = await summary(run, { domain: 'default', code: 'c' }, now);
    expect(clicksLast24h).toBe(now.getTime() % 900_000 === 0 ? 96 : 95);
  },
);
