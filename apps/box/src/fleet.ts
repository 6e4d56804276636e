import { keepAlive } from './supervise/keep-alive.ts';
import type { KeptAlive, Part, Supervision } from './supervise/part.ts';

/** What ends first comes last: visitors' and users' requests drain, then clicks, then the engines they went to. */
const layers = ['engines', 'worker', 'serving'] as const;
type Layer = (typeof layers)[number];

/** All that a box has started. */
export interface Fleet {
  /** Starts a part and keeps it alive; rejects when its first start fails. */
  start(layer: Layer, name: string, start: () => Promise<Part>): Promise<void>;
  /** Ends everything in order, parts that are just being started included. */
  stop(): Promise<void>;
  /** Ends everything at once. */
  kill(): Promise<void>;
}

export function createFleet(supervision: Supervision): Fleet {
  const parts: { layer: Layer; kept: Promise<KeptAlive | null> }[] = [];

  const endAll = async (layer: Layer, how: 'stop' | 'kill') => {
    const ofLayer = parts.filter((part) => part.layer === layer);
    await Promise.all(ofLayer.map(async ({ kept }) => (await kept)?.[how]()));
  };
  return {
    async start(layer, name, start) {
      const kept = keepAlive(name, start, supervision);
      parts.push({ layer, kept: kept.catch(() => null) });
      await kept;
    },
    async stop() {
      for (const layer of [...layers].reverse()) await endAll(layer, 'stop');
    },
    async kill() {
      await Promise.all(layers.map((layer) => endAll(layer, 'kill')));
    },
  };
}
