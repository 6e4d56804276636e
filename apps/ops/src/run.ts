/** What a command can know of the program that it is part of. */
export interface Program {
  readonly env: NodeJS.ProcessEnv;
  /** Absolute path of DATA_DIR. */
  readonly dataDir: string;
}

/** A command at work that cleans up when it is interrupted. */
export interface Run extends Program {
  /** Aborted by Ctrl-C and SIGTERM. */
  readonly signal: AbortSignal;
}

/**
 * Runs work that cleans up behind itself when it is interrupted. A second signal ends the program at once.
 * @returns what the work returns
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    return await work(controller.signal);
  } finally {
    process.removeListener('SIGINT', stop);
    process.removeListener('SIGTERM', stop);
  }
}
