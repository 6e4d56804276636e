import { Worker } from 'node:worker_threads';
import type { Log } from '@brevia/clicks';
import type { CapturedBatch } from '../capture/layout.ts';
import type { PublisherReport, PublisherSettings, ToPublisher } from './messages.ts';
import type { ThreadLogLine } from './thread-log.ts';

export interface PublisherThread {
  /** Hands a batch over without waiting; drops and counts it when the thread has too much already. */
  deliver(batch: CapturedBatch): void;
  status(): PublisherStatus;
  /** Waits until the clicks handed over are published, `timeoutMs` at most. */
  close(timeoutMs: number): Promise<void>;
}

export interface PublisherStatus {
  readonly handedOver: number;
  readonly published: number;
  readonly dropped: number;
  readonly inFlight: number;
  readonly geoErrors: number;
  readonly sink: 'connecting' | 'ready' | 'failing';
  readonly breakerOpen: boolean;
  readonly restarts: number;
}

const FIRST_RESTART_MS = 50;
const LONGEST_RESTART_MS = 5_000;

/**
 * Runs the publishing thread and starts it again when it dies: the clicks that it held are counted as dropped, the ones
 * that come meanwhile wait. What waits anywhere is bounded by `maxPending`; while that is full the breaker is open, which
 * means that clicks are dropped at once and cost nothing.
 */
export function startPublisherThread(options: {
  file: URL;
  settings: PublisherSettings;
  log: Log;
}): PublisherThread {
  const { settings, log } = options;
  const idle = { done: 0, dropped: 0, published: 0, geoErrors: 0, sink: 'connecting' } as const;
  let thread: Worker | undefined;
  let last: Omit<PublisherReport, 'type'> = idle;
  // What threads before this one had reported.
  const before = { dropped: 0, published: 0, geoErrors: 0 };
  let waiting: CapturedBatch[] = [];
  let inFlight = 0;
  let handedOver = 0;
  let dropped = 0;
  let breakerOpen = false;
  let restarts = 0;
  let restartMs = FIRST_RESTART_MS;
  let restartTimer: NodeJS.Timeout | undefined;
  let isClosing = false;
  let onClosed: (() => void) | undefined;

  const post = (message: ToPublisher): void => thread?.postMessage(message);
  /** The batch's memory, which is one piece, moves to the thread: nothing is copied. */
  const hand = (batch: CapturedBatch): void =>
    thread?.postMessage({ type: 'clicks', batch } satisfies ToPublisher, [batch.bytes.buffer as ArrayBuffer]);

  const start = (): void => {
    const mine = new Worker(options.file, {
      workerData: settings,
      // Loaders of the serving thread are of no use to this one.
      execArgv: [],
      // A thread that leaks dies alone, instead of taking the process with it.
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
    });
    thread = mine;
    last = idle;
    mine.on('message', (message: PublisherReport | ThreadLogLine) => {
      if (message.type === 'log') log[message.level](message.details, message.message);
      else onReport(message);
    });
    mine.on('error', (error) => log.error({ err: error }, 'the publishing thread failed'));
    mine.once('exit', () => onExit(mine));
    for (const batch of waiting) hand(batch);
    waiting = [];
  };

  const onReport = (report: PublisherReport): void => {
    inFlight -= report.done;
    last = report;
    if (report.published > 0) restartMs = FIRST_RESTART_MS;
    if (inFlight < settings.maxPending / 2) breakerOpen = false;
    if (report.type === 'closed') onClosed?.();
  };

  const onExit = (mine: Worker): void => {
    if (thread !== mine) return;
    thread = undefined;
    before.dropped += last.dropped;
    before.published += last.published;
    before.geoErrors += last.geoErrors;
    last = { ...idle, sink: 'failing' };
    dropped += inFlight;
    inFlight = 0;
    onClosed?.();
    if (isClosing) return;
    restarts += 1;
    log.error({ restarts, afterMs: restartMs }, 'the publishing thread ended and is started again');
    restartTimer = setTimeout(start, restartMs);
    restartMs = Math.min(LONGEST_RESTART_MS, restartMs * 2);
  };

  start();

  return {
    deliver(batch) {
      const { count } = batch;
      if (inFlight + count > settings.maxPending) breakerOpen = true;
      if (breakerOpen || isClosing) {
        dropped += count;
        return;
      }
      inFlight += count;
      handedOver += count;
      if (thread === undefined) waiting.push(batch);
      else hand(batch);
    },
    status: () => ({
      handedOver,
      published: before.published + last.published,
      dropped: dropped + before.dropped + last.dropped,
      inFlight,
      geoErrors: before.geoErrors + last.geoErrors,
      sink: last.sink,
      breakerOpen,
      restarts,
    }),
    async close(timeoutMs) {
      isClosing = true;
      clearTimeout(restartTimer);
      if (thread === undefined && waiting.length > 0) start();
      if (thread === undefined) return;
      const mine = thread;
      await new Promise<void>((resolve) => {
        // The sink has its own limit; the second more is for a thread that does not answer at all.
        const timer = setTimeout(resolve, timeoutMs + 1_000);
        onClosed = () => {
          clearTimeout(timer);
          resolve();
        };
        post({ type: 'close', timeoutMs });
      });
      dropped += inFlight;
      inFlight = 0;
      await mine.terminate();
    },
  };
}
