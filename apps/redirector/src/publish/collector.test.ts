import type { ClickBatch, ClickSink } from '@brevia/clicks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCollector } from './collector.ts';

function setUp(lingerMs = 250) {
  const sent: ClickBatch[] = [];
  const sink = {
    send: (batches) => Promise.resolve(void sent.push(...batches)),
  } as Partial<ClickSink> as ClickSink;
  return { sent, collector: createCollector(sink, { lingerMs, maxClicks: 10 }) };
}
const batch = (partition: number, count: number): ClickBatch => ({
  partition,
  count,
  ndjson: 'x\n'.repeat(count),
});

describe('clicks of a partition', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('wait for each other, and no longer than their time', async () => {
    const { sent, collector } = setUp();
    const all = [collector.add([batch(0, 2), batch(1, 1)]), collector.add([batch(0, 3)])];
    vi.advanceTimersByTime(249);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1);
    await Promise.all(all);
    expect(sent).toEqual([batch(0, 5), batch(1, 1)]);
  });

  it('go at once when they are many, and the next ones begin anew', async () => {
    const { sent, collector } = setUp();
    await collector.add([batch(0, 12)]);
    expect(sent).toEqual([batch(0, 12)]);
    const next = collector.add([batch(0, 1)]);
    collector.flush();
    await next;
    expect(sent).toHaveLength(2);
    vi.advanceTimersByTime(1_000);
    expect(sent).toHaveLength(2);
  });

  it('go on collecting while a record of theirs is on its way, so that a slow broker gets few large ones', async () => {
    const sent: number[] = [];
    const arrivals: (() => void)[] = [];
    const sink = {
      send: ([record]) =>
        new Promise<void>((resolve) => {
          sent.push(record?.count ?? 0);
          arrivals.push(resolve);
        }),
    } as Partial<ClickSink> as ClickSink;
    const collector = createCollector(sink, { lingerMs: 250, maxClicks: 100 });
    const all: Promise<void>[] = [];
    for (let i = 0; i < 20; i += 1) {
      all.push(collector.add([batch(0, 1)]));
      await vi.advanceTimersByTimeAsync(250);
    }
    expect(sent).toEqual([1]);
    arrivals[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual([1, 19]);
    // Many do not wait even for that, and the last ones not when all is to end.
    all.push(collector.add([batch(0, 100)]), collector.add([batch(0, 3)]));
    collector.flush();
    expect(sent).toEqual([1, 19, 100, 3]);
    for (const arrive of arrivals) arrive();
    await Promise.all(all);
  });

  it('do not wait at all where a record costs nothing', async () => {
    const { sent, collector } = setUp(0);
    await collector.add([batch(0, 1)]);
    expect(sent).toEqual([batch(0, 1)]);
  });
});
