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
      ? { adapter: 'spool', complete: at, written: at }
      : { humans: clicks, bots: 0, countries: {}, start: 0, visitors: 1 };
    return [row as Row];
  };
  for (let look = 0; look < 3; look++) {
    const { totalClicks, lastUpdated } = await summary(run, { domain: 'default', code: 'c' }, new Date());
    expect(totalClicks).toBeGreaterThanOrEqual(lastUpdated?.getTime() ?? 0);
  }
});
