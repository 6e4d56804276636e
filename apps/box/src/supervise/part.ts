/** An app or an engine that runs as a process of its own. */
export interface Part {
  /** Why it ended, in words. Never rejects. */
  readonly exited: Promise<string>;
  /** Ends it gracefully; resolves when it is gone. */
  stop(): Promise<void>;
  /** Ends it at once. */
  kill(): Promise<void>;
}

/** A part that is started again whenever it ends by itself. */
export interface KeptAlive {
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** What supervision needs from outside. */
export interface Supervision {
  say: (line: string) => void;
  /** Waits; ends early, without an error, when the signal aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  now: () => number;
}
