import { openRaw } from './raw-http.ts';

export interface Load {
  /** Answers so far, by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Redirects to anything but what `targetOf` says. */
  readonly misdirected: number;
  /** Connections that broke before their answer came. */
  readonly broken: number;
  /** The longest that one request has waited since `forget`, in milliseconds. */
  readonly longestMs: number;
  forget(): void;
  count(status: number): number;
  /** Lets what is on its way come in and ends. */
  stop(): Promise<void>;
}

/** Visitors with open connections, each asking for one path after the other as soon as it has its answer. */
export function startLoad(
  url: string,
  paths: () => string,
  { visitors = 4, targetOf }: { visitors?: number; targetOf?: (path: string) => string | undefined } = {},
): Load {
  const statuses = new Map<number, number>();
  let broken = 0;
  let misdirected = 0;
  let longestMs = 0;
  let isEnding = false;

  const visitor = async (): Promise<void> => {
    while (!isEnding) {
      const connection = await openRaw(url);
      try {
        for (let asked = 1; !isEnding && asked <= 200; asked += 1) {
          const started = performance.now();
          const path = paths();
          connection.socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nUser-Agent: load\r\n\r\n`);
          const answers = await connection.answers(asked);
          longestMs = Math.max(longestMs, performance.now() - started);
          const { status, headers } = answers.at(-1) ?? { status: 0, headers: [] };
          const target = headers.find(([name]) => name === 'Location')?.[1];
          if (status === 302 && targetOf !== undefined && target !== targetOf(path)) misdirected += 1;
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      } catch {
        broken += 1;
      } finally {
        connection.socket.destroy();
      }
    }
  };
  const running = Promise.all(Array.from({ length: visitors }, visitor));

  return {
    statuses,
    get misdirected() {
      return misdirected;
    },
    get broken() {
      return broken;
    },
    get longestMs() {
      return longestMs;
    },
    forget: () => (longestMs = 0),
    count: (status) => statuses.get(status) ?? 0,
    async stop() {
      isEnding = true;
      await running;
    },
  };
}
