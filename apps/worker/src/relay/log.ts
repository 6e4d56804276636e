/** The part of a structured logger that the relay uses; pino's loggers fit. */
export interface RelayLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}
