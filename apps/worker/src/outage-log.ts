import type { IngestObserver } from '@brevia/clicks';
import type { Logger } from 'pino';

/** The same observer, which also says once that ClickHouse does not take clicks, and why, and once that it does again (C163). */
export function withOutageLog(observer: IngestObserver, log: Logger): IngestObserver {
  let isAway = false;
  return {
    ...observer,
    inserted: (rows, milliseconds) => {
      if (isAway) log.info({ rows }, 'ClickHouse takes clicks again');
      isAway = false;
      observer.inserted(rows, milliseconds);
    },
    retried: (error) => {
      if (!isAway) log.warn({ err: error }, 'ClickHouse takes no clicks: the worker pauses and tries again');
      isAway = true;
      observer.retried(error);
    },
  };
}
