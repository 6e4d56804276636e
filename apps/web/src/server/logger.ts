import { pino, type Logger } from 'pino';

/** Whatever is logged, these never are (C211): secrets travel in headers and cookies, and queries may hold them too. */
const SECRETS = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  'headers.authorization',
  'headers.cookie',
  '*.password',
  '*.secret',
  '*.token',
];

/** Structured logs to standard output, buffered a little so that a log line costs no system call of its own. */
export function createLogger(options: {
  readonly level: string;
  readonly region: string;
  /** The trace that a line is written in, if any. */
  readonly traceId?: (() => string | undefined) | undefined;
}): Logger {
  const { traceId } = options;
  return pino(
    {
      level: options.level,
      base: { app: 'web', region: options.region },
      redact: { paths: SECRETS, censor: '[redacted]' },
      timestamp: pino.stdTimeFunctions.isoTime,
      ...(traceId === undefined ? {} : { mixin: () => ({ traceId: traceId() }) }),
    },
    pino.destination({ sync: false, minLength: 0 }),
  );
}
