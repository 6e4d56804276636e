import { encodeClicks, type ClickEvent } from '@brevia/core';
import type { ClickSink } from '@brevia/clicks';

export interface ClickProducer {
  /** Sends some clicks on random links. Resolves when the stream has them. */
  burst(sink: ClickSink, clicks: number): Promise<void>;
  /** What was produced: clicks by code. */
  readonly produced: ReadonlyMap<string, number>;
  total(): number;
}

const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  'Twitterbot/1.0',
];
const DAY = 86_400_000;

/** Writes clicks as a redirector does: batches a partition. Times lie around the end of a month, so that inserts span two partitions. */
export function createClickProducer(random: () => number, links = 200): ClickProducer {
  const produced = new Map<string, number>();
  let serial = 0;
  const endOfMonth = Date.UTC(2026, 10, 1);

  function nextClick(): ClickEvent {
    const link = Math.floor(random() ** 3 * links);
    const code = `link${String(link).padStart(3, '0')}`;
    produced.set(code, (produced.get(code) ?? 0) + 1);
    return {
      id: `chaos-${serial++}`,
      domain: 'default',
      code,
      owner: `workspace-${link % 7}`,
      ts: endOfMonth + Math.floor((random() - 0.5) * 2 * DAY),
      country: ['FR', 'US', 'IN', ''][Math.floor(random() * 4)] ?? '',
      referrer: 'example.org',
      userAgent: AGENTS[Math.floor(random() * AGENTS.length)] ?? '',
      language: 'fr',
      visitor: String(Math.floor(random() * 1_000)),
      region: 'local',
    };
  }

  return {
    produced,
    total: () => serial,
    burst: async (sink, clicks) => {
      const byPartition = new Map<number, ClickEvent[]>();
      for (let i = 0; i < clicks; i++) {
        const click = nextClick();
        const partition = sink.partitionFor(click.domain, click.code);
        const batch = byPartition.get(partition);
        if (batch) batch.push(click);
        else byPartition.set(partition, [click]);
      }
      await sink.send(
        [...byPartition].map(([partition, batch]) => ({
          partition,
          count: batch.length,
          ndjson: encodeClicks(batch),
        })),
      );
    },
  };
}
