import autocannon from 'autocannon';
import type { LoadResult } from './load.ts';

/** The load of wrk by npm's means; it takes more of its core, so compare only what it measured itself. */
export async function load(
  url: string,
  paths: readonly string[],
  options: { seconds: number; connections: number; headers: Record<string, string>; rate?: number },
): Promise<LoadResult> {
  const result = await autocannon({
    url,
    duration: options.seconds,
    connections: options.connections,
    headers: options.headers,
    requests: paths.map((path) => ({ method: 'GET' as const, path })),
    ...(options.rate === undefined ? {} : { overallRate: options.rate }),
  });
  return {
    requests: result.requests.total,
    seconds: result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    errors: result.errors + result.timeouts,
    refused: result['4xx'] + result['5xx'],
  };
}
