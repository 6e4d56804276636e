import { load, type LoadResult } from './load.ts';
import { cpuSeconds, residentMb, serve, type Served } from './processes.ts';

export interface Reading {
  /** Requests per CPU-second of the baseline in the same run. */
  readonly baseline: number;
  readonly serving: number;
  readonly process: number;
  readonly servingRatio: number;
  readonly processRatio: number;
  readonly memoryMb: number;
  readonly load: LoadResult;
}

export interface PairOptions {
  readonly start: () => Promise<Served>;
  readonly paths: readonly string[];
  readonly baselinePaths: readonly string[];
  readonly baselineCodes: readonly string[];
  readonly warmSeconds: number;
  readonly seconds: number;
}

const BASELINE = new URL('./baseline.mjs', import.meta.url).pathname;

/**
 * The paired reading of docs/performance.md: baseline and target, both started afresh, run at the same time on one core and
 * the loads on the other. What is compared is requests per CPU-second of their own, so a busy machine slows both alike.
 */
export async function pair(options: PairOptions): Promise<Reading> {
  const baseline = await serve(BASELINE, { CODES: JSON.stringify(options.baselineCodes) });
  const target = await options.start();
  try {
    const both = (seconds: number) =>
      Promise.all([
        load(baseline.url, options.baselinePaths, { seconds }),
        load(target.url, options.paths, { seconds }),
      ]);
    await both(options.warmSeconds);
    const before = [cpuSeconds(baseline.pid), cpuSeconds(target.pid)] as const;
    const [baselineLoad, targetLoad] = await both(options.seconds);
    const after = [cpuSeconds(baseline.pid), cpuSeconds(target.pid)] as const;
    const rate = baselineLoad.requests / (after[0].process - before[0].process);
    const serving = targetLoad.requests / (after[1].serving - before[1].serving);
    const whole = targetLoad.requests / (after[1].process - before[1].process);
    return {
      baseline: rate,
      serving,
      process: whole,
      servingRatio: serving / rate,
      processRatio: whole / rate,
      memoryMb: residentMb(target.pid),
      load: targetLoad,
    };
  } finally {
    await Promise.all([baseline.stop(), target.stop()]);
  }
}

export { BASELINE };
