import { pathToFileURL } from 'node:url';
import { load } from './load.ts';
import { serve } from './processes.ts';
import { variants } from './variants.ts';
import { openWorld } from './world.ts';

const REDIRECTOR = new URL('../../apps/redirector/dist/main.js', import.meta.url).pathname;
const SECONDS = 8;
const SHARE = 0.7;
const THINK_MS = 2;

export interface LatencyReading {
  /** Answers a second, with as much load as there can be, and in the reading. */
  readonly maximum: number;
  readonly rate: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * How long a hot redirect takes at 70 % of the redirector's maximum, with every click published to Kafka: the redirector
 * alone on core 0, wrk on core 1. Connections pause before each request, and there are as many as give that rate.
 */
export async function benchLatency(): Promise<LatencyReading> {
  const world = await openWorld();
  const variant = variants.find(({ clicks, paths }) => clicks === 'kafka' && paths === 'few links');
  if (variant === undefined) throw new Error('there is no variant of the fast lane with Kafka');
  const target = await serve(REDIRECTOR, world.environment(variant));
  try {
    const paths = world.paths(variant.paths);
    await load(target.url, paths, { seconds: SECONDS });
    const fullest = await load(target.url, paths, { seconds: SECONDS });
    const maximum = fullest.requests / fullest.seconds;
    const goal = maximum * SHARE;
    let connections = Math.ceil((goal * THINK_MS) / 1_000);
    let reading = fullest;
    // More pauses than THINK_MS pass between two requests, so the number of connections is found by trying.
    for (let attempt = 0; attempt < 6; attempt += 1) {
      reading = await load(target.url, paths, { seconds: SECONDS, connections, thinkMs: THINK_MS });
      const rate = reading.requests / reading.seconds;
      if (Math.abs(rate / goal - 1) < 0.05) break;
      connections = Math.max(1, Math.round((connections * goal) / rate));
    }
    const { p50Ms, p99Ms } = reading;
    return { maximum, rate: reading.requests / reading.seconds, p50Ms, p99Ms };
  } finally {
    await target.stop();
    await world.close();
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { maximum, rate, p50Ms, p99Ms } = await benchLatency();
  console.log(
    `hot redirect, clicks to Kafka: at most ${Math.round(maximum)}/s; at ${Math.round(rate)}/s (${Math.round((100 * rate) / maximum)} %) p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`,
  );
}
