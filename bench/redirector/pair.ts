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
  /** Answers of the target before anything is counted, so that its code is compiled and its links are in memory. */
  readonly warmRequests: number;
  /** Answers to count. */
  readonly requests: number;
}

/** Load comes in pieces of this length; on a machine that is busy with other things it takes more of them. */
const PIECE_SECONDS = 4;
const MOST_PIECES = 12;

const BASELINE = new URL('./baseline.mjs', import.meta.url).pathname;

/**
 * The paired reading of docs/performance.md: baseline and target, both started afresh, run at the same time on one core and
 * the loads on the other. What is compared is requests per CPU-second of their own, so a busy machine slows both alike.
 */
export async function pair(options: PairOptions): Promise<Reading> {
  const baseline = await serve(BASELINE, { CODES: JSON.stringify(options.baselineCodes) });
  const target = await options.start();
  try {
    const both = async (requests: number): Promise<[LoadResult, LoadResult]> => {
      const pieces: [LoadResult, LoadResult][] = [];
      for (let done = 0; done < requests && pieces.length < MOST_PIECES;) {
        const seconds = PIECE_SECONDS;
        const piece = await Promise.all([
          load(baseline.url, options.baselinePaths, { seconds }),
          load(target.url, options.paths, { seconds }),
        ]);
        pieces.push(piece);
        done += Math.min(piece[0].requests, piece[1].requests);
      }
      return [sum(pieces.map(([one]) => one)), sum(pieces.map(([, other]) => other))];
    };
    await both(options.warmRequests);
    const before = [cpuSeconds(baseline.pid), cpuSeconds(target.pid)] as const;
    const [baselineLoad, targetLoad] = await both(options.requests);
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

function sum(pieces: readonly LoadResult[]): LoadResult {
  const add = (pick: (piece: LoadResult) => number) =>
    pieces.reduce((total, piece) => total + pick(piece), 0);
  return {
    requests: add((piece) => piece.requests),
    seconds: add((piece) => piece.seconds),
    errors: add((piece) => piece.errors),
    refused: add((piece) => piece.refused),
    p50Ms: Math.max(...pieces.map((piece) => piece.p50Ms)),
    p99Ms: Math.max(...pieces.map((piece) => piece.p99Ms)),
  };
}

export { BASELINE };
