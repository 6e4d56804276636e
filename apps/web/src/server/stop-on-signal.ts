import type { Logger } from 'pino';

/** Longer than any request may take; the supervisor's patience is longer still. */
const GRACE_MS = 12_000;

/** Stops once, in good order, on SIGTERM, SIGINT, or when the parent process is gone. */
export function stopOnSignal(log: Logger, stop: () => Promise<void>): void {
  let isStopping = false;
  const begin = (why: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ why }, 'stopping');
    setTimeout(() => process.exit(1), GRACE_MS).unref();
    stop().then(
      () => log.flush(() => process.exit(0)),
      (error: unknown) => {
        log.error({ err: error }, 'did not stop in good order');
        log.flush(() => process.exit(1));
      },
    );
  };
  process.on('SIGTERM', () => {
    begin('SIGTERM');
  });
  process.on('SIGINT', () => {
    begin('SIGINT');
  });
  process.on('disconnect', () => {
    begin('the parent process is gone');
  });
}
