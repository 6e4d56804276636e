import { encodeClicks, type ClickEvent } from '@brevia/core';
import type { ClickSink } from '@brevia/clicks';
import { createCollector } from './collector.ts';

export interface Publisher<Batch> {
  /** Takes a batch over; resolves when its clicks are published or dropped. Never rejects. */
  publish(batch: Batch, count: number): Promise<void>;
  /** Clicks in flight. */
  pending(): number;
  /** Clicks refused here because too many were in flight, plus those that the sink lost. */
  dropped(): number;
  published(): number;
  close(timeoutMs: number): Promise<void>;
}

/**
 * Enriches a batch, makes one NDJSON record a partition of it, and gives these to the sink (CLICK-2). The sink waits for as
 * long as its broker is away, so what is in flight is bounded here: past `maxPending` clicks are dropped and counted, before
 * any work is spent on them.
 */
export function createPublisher<Batch>(options: {
  sink: ClickSink;
  enrich: (batch: Batch) => ClickEvent[];
  maxPending: number;
  /** How long the clicks of a partition wait for others, in milliseconds. */
  lingerMs: number;
  onError: (error: unknown) => void;
}): Publisher<Batch> {
  const { sink, enrich, maxPending } = options;
  const collector = createCollector(sink, { lingerMs: options.lingerMs });
  let pending = 0;
  let refused = 0;
  let taken = 0;

  return {
    async publish(batch, count) {
      if (pending + count > maxPending) {
        refused += count;
        return;
      }
      pending += count;
      taken += count;
      try {
        await collector.add(byPartition(enrich(batch), sink));
      } catch (error) {
        // The sink never rejects: this batch could not be read, and trying again would not help.
        refused += count;
        taken -= count;
        options.onError(error);
      } finally {
        pending -= count;
      }
    },
    pending: () => pending,
    dropped: () => refused + sink.dropped(),
    published: () => taken - pending - sink.dropped(),
    close(timeoutMs) {
      collector.flush();
      return sink.close(timeoutMs);
    },
  };
}

function byPartition(events: readonly ClickEvent[], sink: ClickSink) {
  const groups = new Map<number, ClickEvent[]>();
  for (const event of events) {
    const partition = sink.partitionFor(event.domain, event.code);
    const group = groups.get(partition);
    if (group === undefined) groups.set(partition, [event]);
    else group.push(event);
  }
  return [...groups].map(([partition, group]) => ({
    partition,
    ndjson: encodeClicks(group),
    count: group.length,
  }));
}
