import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';

export interface Primary {
  readonly url: string;
  /** Lets every process drain; resolves when the last one is gone. */
  stop(): Promise<void>;
}

const FIRST_RESTART_MS = 100;
const LONGEST_RESTART_MS = 5_000;

/**
 * Several redirectors on one port, for machines with more cores. A process that dies is started again.
 */
export async function runPrimary(options: { processes: number; log: Logger }): Promise<Primary> {
  const { processes, log } = options;
  const running = new Map<number, Worker>();
  let isStopping = false;

  const run = (slot: number, restartMs: number): Promise<string> =>
    new Promise((resolve, reject) => {
      const worker = cluster.fork({ BREVIA_SLOT: String(slot) });
      running.set(slot, worker);
      let isReady = false;
      worker.on('message', (message: { type?: unknown; url?: unknown }) => {
        if (message.type !== 'ready' || typeof message.url !== 'string') return;
        isReady = true;
        resolve(message.url);
      });
      worker.once('exit', (code, signal) => {
        running.delete(slot);
        if (isStopping) return;
        const error = new Error(`process ${slot} of the redirector ended (${signal ?? code})`);
        if (!isReady) reject(error);
        log.error(
          { slot, code, signal, afterMs: restartMs },
          'a redirector process ended and is started again',
        );
        const next = isReady ? FIRST_RESTART_MS : Math.min(LONGEST_RESTART_MS, restartMs * 2);
        setTimeout(() => {
          if (!isStopping) run(slot, next).catch(() => undefined);
        }, restartMs);
      });
    });

  const slots = Array.from({ length: processes }, (_, i) => i + 1);
  const [url] = await Promise.all(slots.map((slot) => run(slot, FIRST_RESTART_MS)));
  return {
    url: url!,
    async stop() {
      isStopping = true;
      const exits = [...running.values()].map(
        (worker) => new Promise((resolve) => worker.once('exit', resolve)),
      );
      for (const worker of running.values()) worker.process.kill('SIGTERM');
      await Promise.all(exits);
    },
  };
}
