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
  /** Its time is over, and it waits only for the record before it. */
  isDue: boolean;
  readonly sent: Promise<void>;
  readonly send: () => void;
}

/**
 * Lets clicks of a partition wait for others before they become a record: a record costs Kafka's client about a
 * millisecond however many clicks it holds. None waits for longer than `lingerMs`, and `maxClicks` go at once. While a
 * record is on its way the next one of its partition goes on collecting: the sink sends one after the other, so with a
 * slow broker small records would only queue up, faster than they leave.
 */
export function createCollector(
  sink: ClickSink,
  options: { readonly lingerMs: number; readonly maxClicks?: number },
): Collector {
  const { lingerMs, maxClicks = 2_000 } = options;
  const waiting = new Map<number, Waiting>();
  const onTheirWay = new Map<number, number>();

  const send = (partition: number, { ndjson, count }: Waiting): Promise<void> => {
    waiting.delete(partition);
    onTheirWay.set(partition, (onTheirWay.get(partition) ?? 0) + 1);
    return sink.send([{ partition, ndjson, count }]).finally(() => {
      const left = (onTheirWay.get(partition) ?? 1) - 1;
      onTheirWay.set(partition, left);
      const next = waiting.get(partition);
      if (left === 0 && next?.isDue === true) next.send();
    });
  };

  const begin = (partition: number): Waiting => {
    let resolve: (sent: Promise<void>) => void = () => undefined;
    const record: Waiting = {
      ndjson: '',
      count: 0,
      isDue: false,
      sent: new Promise<void>((done) => (resolve = done)),
      send: () => {
        clearTimeout(timer);
        resolve(send(partition, record));
      },
    };
    const timer = setTimeout(() => {
      record.isDue = true;
      if ((onTheirWay.get(partition) ?? 0) === 0) record.send();
    }, lingerMs);
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
