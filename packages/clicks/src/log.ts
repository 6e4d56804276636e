/** The part of a structured logger that this package uses; pino's loggers fit. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

const ignore = (): void => undefined;

export const silentLog: Log = { info: ignore, warn: ignore, error: ignore };
