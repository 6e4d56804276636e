import type { Logger } from 'pino';

export interface EndOptions {
  readonly log: Logger;
  /** After this many milliseconds the process ends, drained or not. */
  readonly graceMs: number;
  /** Work that can fail for good: a rejection ends the process with code 1, so that a supervisor starts a fresh one. */
  readonly work: Promise<unknown> | undefined;
  readonly drain: () => Promise<void>;
}

/**
 * Ends the process on SIGTERM, SIGINT or a lost parent: drains within the grace period, broker or no broker (C232). What
 * is under way stays announced, and the next process does it.
 */
export function endOnSignals({ log, graceMs, work, drain }: EndOptions): void {
  let ending = false;
  const end = (code: number, why: string): void => {
    if (ending) return;
    ending = true;
    log.info({ why }, 'worker ends');
    const late = setTimeout(() => {
      log.warn({ graceMs }, 'not drained in time; what is under way is done by the next worker');
      process.exit(code);
    }, graceMs);
    drain()
      .catch((error: unknown) => log.error({ err: error }, 'draining failed'))
      .finally(() => {
        clearTimeout(late);
        process.exit(code);
      });
  };
  process.once('SIGTERM', () => end(0, 'SIGTERM'));
  process.once('SIGINT', () => end(0, 'SIGINT'));
  process.once('disconnect', () => end(0, 'parent is gone'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'unexpected error');
    end(1, 'unexpected error');
  });
  work?.catch((error: unknown) => {
    log.fatal({ err: error }, 'the worker can not go on');
    end(1, 'the worker can not go on');
  });
}
