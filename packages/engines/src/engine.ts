/** The four servers that Brevia can start by itself. */
export type EngineName = 'postgres' | 'redis' | 'clickhouse' | 'kafka';

/** A running server that belongs to this process and ends with it, also when this process gets SIGKILL. */
export interface Engine {
  readonly name: EngineName;
  /** Address for clients: a URL, or `host:port` for Kafka. */
  readonly url: string;
  readonly port: number;
  /** The server's own process id, not that of a wrapper. */
  readonly pid: number;
  /** The file with all that the server printed. */
  readonly logFile: string;
  /** Ends gracefully; SIGKILL when that takes too long. Resolves when the process is gone; may be called twice. */
  stop(): Promise<void>;
  /** SIGKILL, as a power cut for the process. Resolves when it is dead. */
  kill(): Promise<void>;
  /** Exit code, or null when a signal ended it. Never rejects. */
  readonly exited: Promise<number | null>;
}

/** What each `start…` takes. */
export interface StartOptions {
  /** The engine's own folder, made when missing; a later start on it finds all data again. */
  dataDir: string;
  /** Listening port on 127.0.0.1; 0 or missing: any free one. */
  port?: number;
  /** Folder of `<engine>.log`; default: `logs` beside `dataDir`. */
  logDir?: string;
  /** false: no fsync and no append-only file, for tests that throw the data away. Default true. */
  durable?: boolean;
}

/** A server that can't be had or did not come up; the message says what to do or ends with the log's last lines. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly engine: EngineName;
  constructor(engine: EngineName, message: string, options?: ErrorOptions) {
    super(message, options);
    this.engine = engine;
  }
}

/** The wanted port is taken by another program. */
export class PortInUseError extends EngineError {
  readonly port: number;
  constructor(engine: EngineName, port: number) {
    super(engine, `Port ${port} on 127.0.0.1 is in use, so ${engine} can't listen there.`);
    this.port = port;
  }
}
