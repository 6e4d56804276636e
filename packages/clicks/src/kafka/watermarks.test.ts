import type { Admin } from 'kafkajs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StreamName } from '../ingest/ports.ts';
import { createWatermarks, type Watermarks } from './watermarks.ts';

let high: number;
let committed: string;
let reports: { at: number; lag: number }[];
let forgotten: StreamName[];
let watermarks: Watermarks;

beforeEach(() => {
  [high, committed, reports, forgotten] = [0, '-1', [], []];
  const admin = {
    fetchTopicOffsets: () =>
      Promise.resolve([{ partition: 0, offset: String(high), high: String(high), low: '0' }]),
    fetchOffsets: () =>
      Promise.resolve([{ topic: 'clicks', partitions: [{ partition: 0, offset: committed, metadata: '' }] }]),
  } as unknown as Admin;
  watermarks = createWatermarks({
    admin,
    groupId: 'g',
    progress: {
      report: (_source, at, lag) => reports.push({ at, lag }),
      forget: (source) => forgotten.push(source),
      entries: () => [],
      flush: () => Promise.resolve(),
    },
  });
  watermarks.reset({ clicks: [0] }, 0);
});

describe('how far a partition is counted', () => {
  it('is known of an idle partition that was counted before this worker came', async () => {
    [high, committed] = [7, '7'];
    await watermarks.poll();
    expect(reports).toHaveLength(1);
    expect(reports[0]?.lag).toBe(0);
  });

  it('goes past the marks of transactions, which are no records, whichever is heard of first', async () => {
    [high, committed] = [4, '1'];
    watermarks.empty('clicks', 0, 1, 2);
    await watermarks.poll();
    expect(reports).toEqual([]);
    expect(watermarks.stuckFor(200_000)).toBeGreaterThan(120_000);
    watermarks.empty('clicks', 0, 3, 4);
    expect(reports).toEqual([]);
    watermarks.reached('clicks', 0, 3, 1);
    expect(reports.map(({ lag }) => lag)).toEqual([0]);
    expect(watermarks.stuckFor(200_000)).toBe(0);
  });

  it('is not stuck at the first record after a quiet time', async () => {
    [high, committed] = [7, '7'];
    await watermarks.poll();
    expect(watermarks.stuckFor(200_000)).toBe(0);
    high = 8;
    await watermarks.poll();
    expect(watermarks.stuckFor(201_000)).toBe(1_000);
  });

  it('moves on under steady traffic, though its newest end is never reached', async () => {
    high = 10;
    await watermarks.poll();
    expect(reports).toEqual([]);
    high = 20;
    await watermarks.poll();
    watermarks.reached('clicks', 0, 12, 1);
    expect(reports).toHaveLength(1);
    expect(reports[0]?.lag).toBe(8);
  });

  it('is nothing of ours any more once the partition has gone to another worker', () => {
    watermarks.reset({ clicks: [1] }, 0);
    expect(forgotten).toEqual([{ adapter: 'kafka', stream: 'clicks', partition: 0 }]);
  });
});

describe('the watchdog (C236)', () => {
  it('finds a consumer that lives but consumes nothing while records wait', async () => {
    high = 10;
    await watermarks.poll();
    expect(watermarks.stuckFor(120_000)).toBe(120_000);
  });

  it('is quiet while there is nothing to consume', async () => {
    [high, committed] = [7, '7'];
    await watermarks.poll();
    expect(watermarks.stuckFor(10 * 3_600_000)).toBe(0);
  });

  it('is quiet while inserts are tried again: ClickHouse is away, a new process would not help', async () => {
    high = 10;
    await watermarks.poll();
    watermarks.alive(100_000);
    expect(watermarks.stuckFor(120_000)).toBe(20_000);
  });
});
