import { describe, expect, test } from 'vitest';
import { breakdownsCsv, localIso, seriesCsv } from './stats-csv.ts';

describe('CSV of statistics', () => {
  test.each([
    ['2026-03-29T00:59:59Z', 'Europe/Paris', '2026-03-29T01:59:59+01:00'],
    ['2026-03-29T01:00:00Z', 'Europe/Paris', '2026-03-29T03:00:00+02:00'],
    ['2024-11-03T05:30:00Z', 'America/New_York', '2024-11-03T01:30:00-04:00'],
    ['2024-11-03T06:30:00Z', 'America/New_York', '2024-11-03T01:30:00-05:00'],
    ['2026-01-01T00:00:00Z', 'Asia/Kathmandu', '2026-01-01T05:45:00+05:45'],
    ['2026-01-01T00:00:00Z', 'UTC', '2026-01-01T00:00:00+00:00'],
  ])('%s in %s is %s, so that the repeated hour stays two (C129, C157)', (instant, zone, local) => {
    expect(localIso(new Date(instant), zone)).toBe(local);
    expect(new Date(local).getTime()).toBe(new Date(instant).getTime());
  });

  test('names the zone in the header', () => {
    const range = { from: new Date(0), to: new Date(1), granularity: 'day', points: [] } as const;
    expect(seriesCsv({ ...range, timezone: 'Asia/Tokyo' })).toMatch(/^start \(Asia\/Tokyo\),/);
  });

  test.each(['=1+1', '+1', '-1', '@x', '\tx', '\rx'])('neutralises the value %j (C158, C159)', (value) => {
    const range = { from: new Date(0), to: new Date(1) };
    const csv = breakdownsCsv([{ by: 'referrer', ...range, rows: [{ value, clicks: 3 }] }]);
    expect(csv.split('\r\n')[1]).toMatch(/^referrer,"?'/);
  });
});
