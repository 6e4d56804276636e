import type { ClickBatch, ClickSink } from '@brevia/clicks';

export interface Collector {
  /** Resolves when the sink is done with all of these clicks. */
  add(batches: readonly ClickBatch[]): Promise<void>;
  /** Sends what still waits for company. */
  flush(): void;
}

interface Waiting {
  ndjson: string;
  count: number;
  readonly sent: Promise<void>;
  readonly send: () => void;
}

/**
 * Lets clicks of a partition wait for others before they become a record: a record costs Kafka's client about a
 * millisecond however many clicks it holds. None waits for longer than `lingerMs`, and `maxClicks` go at once.
 */
export function createCollector(
  sink: ClickSink,
  options: { readonly lingerMs: number; readonly maxClicks?: number },
): Collector {
  const { lingerMs, maxClicks = 2_000 } = options;
  const waiting = new Map<number, Waiting>();

  const begin = (partition: number): Waiting => {
    let send: () => void = () => undefined;
    const sent = new Promise<void>((resolve) => {
      send = () => {
        clearTimeout(timer);
        waiting.delete(partition);
        resolve(sink.send([{ partition, ndjson: record.ndjson, count: record.count }]));
      };
    });
    const timer = setTimeout(send, lingerMs);
    const record: Waiting = { ndjson: '', count: 0, sent, send };
    waiting.set(partition, record);
    return record;
  };

  return {
    async add(batches) {
      if (lingerMs === 0) return sink.send(batches);
      const records = batches.map(({ partition, ndjson, count }) => {
        const record = waiting.get(partition) ?? begin(partition);
        record.ndjson += ndjson;
        record.count += count;
        if (record.count >= maxClicks) record.send();
        return record.sent;
      });
      await Promise.all(records);
    },
    flush() {
      for (const { send } of [...waiting.values()]) send();
    },
  };
}
