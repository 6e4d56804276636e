/** The part of autocannon 8 that the benchmark uses; the package brings no types. */
declare module 'autocannon' {
  interface Options {
    readonly url: string;
    readonly duration: number;
    readonly connections: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly requests: readonly { readonly method: 'GET'; readonly path: string }[];
    /** Requests a second over all connections. */
    readonly overallRate?: number;
  }
  interface Result {
    readonly requests: { readonly total: number };
    readonly duration: number;
    readonly latency: { readonly p50: number; readonly p99: number };
    readonly errors: number;
    readonly timeouts: number;
    readonly '4xx': number;
    readonly '5xx': number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
