/** A wish to end the box, before or after it was ready. */
export class Interrupted extends Error {}

/** What Ctrl-C and its kin do. */
export interface EndSignals {
  /** Resolves at the first signal. */
  readonly requested: Promise<void>;
  /** Gives the work's result, or throws Interrupted as soon as the end is requested. */
  unlessRequested<T>(work: Promise<T>): Promise<T>;
}

/**
 * Turns SIGINT, SIGTERM and SIGHUP (the terminal was closed) into one wish to end.
 * @param onSecond what a second one does: whoever presses Ctrl-C again does not want to wait
 */
export function listenForEnd(onSecond: () => void): EndSignals {
  let request: () => void = () => undefined;
  const requested = new Promise<void>((resolve) => {
    request = resolve;
  });
  let first: number | undefined;
  const onSignal = () => {
    first ??= Date.now();
    request();
    // npm passes on to us the Ctrl-C that the terminal has sent us already: that is one press.
    if (Date.now() - first > 300) onSecond();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  return {
    requested,
    unlessRequested: (work) =>
      Promise.race([
        work,
        requested.then(() => {
          throw new Interrupted();
        }),
      ]),
  };
}
