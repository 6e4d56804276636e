import type { IngestObserver, ProgressBoard } from '@brevia/clicks';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export interface WorkerMetrics {
  readonly registry: Registry;
  /** Link changes went on their way: how many, and how old the oldest was. */
  readonly published: (count: number, ageMilliseconds: number) => void;
}

export interface ClickMetrics {
  readonly observer: IngestObserver;
  /** Whether rows were inserted since the last call. */
  takeNews(): boolean;
  /** Shows what the board knows: lag and age of each stream, read at every scrape. */
  watch(progress: ProgressBoard): void;
}

/** What operators see of every worker (RUN-4); `docs/clicks.md` names what to alarm on. */
export function createWorkerMetrics(countsClicks: boolean): WorkerMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'brevia_worker_counts_clicks',
    help: '1 where this worker counts clicks, 0 where it only relays link changes',
    registers,
  }).set(countsClicks ? 1 : 0);
  const changes = new Counter({
    name: 'brevia_relay_changes_total',
    help: 'Link changes brought from the outbox to the caches',
    registers,
  });
  const changeAge = new Histogram({
    name: 'brevia_relay_change_age_seconds',
    help: 'Age of the oldest link change of a batch when it went on its way',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 30],
    registers,
  });
  return {
    registry,
    published: (count, ageMilliseconds) => {
      changes.inc(count);
      changeAge.observe(ageMilliseconds / 1_000);
    },
  };
}

/**
 * What operators see of a worker that counts clicks. One that counts none has none of these: a lag that is always 0 would
 * be a lie.
 */
export function createClickMetrics(registry: Registry, now: () => number = Date.now): ClickMetrics {
  const registers = [registry];
  const rows = new Counter({
    name: 'brevia_worker_rows_total',
    help: 'Clicks inserted into ClickHouse',
    registers,
  });
  const batches = new Histogram({
    name: 'brevia_worker_batch_seconds',
    help: 'Time of one batch from the first attempt until it is in ClickHouse',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  });
  const retries = new Counter({
    name: 'brevia_worker_insert_retries_total',
    help: 'Inserts that failed and were tried again',
    registers,
  });
  const dead = new Counter({
    name: 'brevia_worker_dead_letters_total',
    help: 'Clicks that could not be read and were put aside',
    registers,
  });
  let news = false;
  return {
    observer: {
      inserted: (count, milliseconds) => {
        rows.inc(count);
        batches.observe(milliseconds / 1_000);
        news = true;
      },
      retried: () => retries.inc(),
      died: (letters) => dead.inc(letters),
    },
    takeNews: () => {
      const had = news;
      news = false;
      return had;
    },
    watch: (progress) => {
      const labelNames = ['stream', 'partition'] as const;
      new Gauge({
        name: 'brevia_worker_lag_records',
        help: 'Records (batches of clicks) of the stream that are not counted yet',
        labelNames,
        registers,
        collect() {
          this.reset();
          for (const { source, lag } of progress.entries()) {
            this.set({ stream: source.stream || source.adapter, partition: source.partition }, lag);
          }
        },
      });
      new Gauge({
        name: 'brevia_worker_lag_seconds',
        help: 'Age of the newest moment up to which every click of the stream is counted',
        labelNames,
        registers,
        collect() {
          this.reset();
          for (const { source, completeTo } of progress.entries()) {
            const labels = { stream: source.stream || source.adapter, partition: source.partition };
            this.set(labels, Math.max(0, now() - completeTo) / 1_000);
          }
        },
      });
    },
  };
}
