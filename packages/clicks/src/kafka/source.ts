import { setTimeout as wait } from 'node:timers/promises';
import type { Admin } from 'kafkajs';
import type { ClickSource, IngestDeps } from '../ingest/source.ts';
import { silentLog, type Log } from '../log.ts';
import { createAssignment, HEARTBEAT_MS } from './assignment.ts';
import { createKafka } from './client.ts';
import { createDeadLetterTopic } from './dead-letters.ts';
import type { Watermarks } from './watermarks.ts';
import { CLICK_TOPIC, DEAD_TOPIC, ensureTopics, WORKER_GROUP } from './topics.ts';

export interface KafkaSourceOptions {
  readonly brokers: readonly string[];
  /** Default: `clicks`. In the analytics region also the mirrored ones, such as `eu.clicks`. */
  readonly topics?: readonly string[];
  readonly groupId?: string;
  /** Of topics that have to be created. */
  readonly partitions?: number;
  readonly replicationFactor?: number;
  /** After this long without a heartbeat a worker counts as dead, and its partitions go to others. Default 15 s; the broker's least is 6 s. */
  readonly sessionMs?: number;
  /** How long nothing may move, with records waiting, before `run` rejects. Default 120 s. */
  readonly stuckMs?: number;
  readonly log?: Log;
  /** Milliseconds of a clock that never goes back. Default: the process's. */
  readonly now?: () => number;
}

const POLL_MS = 1_000;
const RETRY_MS = 1_000;
/** Asked once a second, a broker that has not answered for this long is away. */
const SILENT_MS = 10_000;

/** Raised by the watchdog: heartbeats go on but nothing is consumed (C236). */
class StuckConsumer extends Error {
  override readonly name = 'StuckConsumer';
}

/** The worker's end of the Kafka topics: a consumer group whose commit metadata holds the announcements (positions.ts). */
export function createKafkaSource(options: KafkaSourceOptions): ClickSource {
  const topics = options.topics ?? [CLICK_TOPIC];
  const groupId = options.groupId ?? WORKER_GROUP;
  const { log = silentLog, now = () => performance.now() } = options;
  const kafka = createKafka(options.brokers, 'brevia-worker', log);
  const stopping = new AbortController();
  let ready = false;
  let answeredAt = 0;
  let running: Promise<void> | undefined;

  /** From joining the group until the consumer ends by itself (rejects) or is told to stop (resolves). */
  async function session(deps: IngestDeps): Promise<void> {
    const admin = kafka.admin();
    const over = new AbortController();
    const ends = AbortSignal.any([stopping.signal, over.signal]);
    const consumer = kafka.consumer({
      groupId,
      sessionTimeout: options.sessionMs ?? 15_000,
      rebalanceTimeout: 30_000,
      heartbeatInterval: HEARTBEAT_MS,
      // Some 45,000 clicks, gzip: inserts cost ClickHouse 1.7 times less a click in such batches than in ones of 10,000.
      maxBytesPerPartition: 4 * 1024 * 1024,
      // A fetch waits for a good batch, or one second: what makes a batch is decided here, not by a timer of ours.
      minBytes: 1024 * 1024,
      maxWaitTimeInMs: POLL_MS,
      retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries: 10 },
    });
    const deadLetters = createDeadLetterTopic(kafka, stopping.signal, log);
    let lastFetch = { from: Date.now(), to: Date.now() };
    if (deps.trace !== undefined) {
      consumer.on(consumer.events.FETCH, ({ payload, timestamp }) => {
        lastFetch = { from: Math.round(timestamp - payload.duration), to: timestamp };
      });
    }
    const assignment = createAssignment({
      admin,
      consumer,
      groupId,
      deadLetters,
      deps,
      lastFetch: () => lastFetch,
      stopping: stopping.signal,
    });
    try {
      await admin.connect();
      await ensureTopics(admin, topicPlans());
      await consumer.connect();
      await consumer.subscribe({ topics: [...topics], fromBeginning: true });
      const ended = new Promise<never>((_resolve, reject) => {
        consumer.on(consumer.events.CRASH, ({ payload }) => {
          ready = false;
          log.warn({ err: payload.error, restart: payload.restart }, 'the consumer stopped');
          if (!payload.restart) reject(payload.error);
        });
      });
      consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
        ready = true;
        answeredAt = now();
        log.info({ assigned: payload.memberAssignment }, 'joined the group');
        assignment.reset(payload.memberAssignment);
      });
      // A fetch of nothing but the marks of transactions is no batch to kafkajs, and would look like clicks that wait.
      consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload }) => {
        const { topic, partition, batchSize, firstOffset, lastOffset } = payload;
        if (batchSize === 0)
          assignment.watermarks.empty(topic, partition, Number(firstOffset), Number(lastOffset) + 1);
      });
      await consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: 4,
        eachBatch: (payload) => assignment.take(payload),
      });
      // Whoever ends must not wait for an answer of a silent broker.
      const stopped = new Promise<void>((resolve) => {
        ends.addEventListener('abort', () => resolve(), { once: true });
        if (ends.aborted) resolve();
      });
      await Promise.race([ended, watch(admin, assignment.watermarks, ends), stopped]);
    } finally {
      ready = false;
      over.abort();
      assignment.reset({});
      // A broker that is away must not hold us (C232): each of these gets two seconds.
      const leave = [consumer.disconnect(), admin.disconnect(), deadLetters.close()];
      await Promise.race([Promise.allSettled(leave), wait(2_000)]);
    }
  }

  const topicPlans = () => {
    const settings = {
      partitions: options.partitions ?? 4,
      replicationFactor: options.replicationFactor ?? -1,
    };
    return [
      ...topics.map((topic) => ({ topic, ...settings })),
      { topic: DEAD_TOPIC, ...settings, partitions: 1 },
    ];
  };

  /** Asks once a second how far the stream goes, until `ends`; rejects when the consumer is stuck. */
  async function watch(admin: Admin, watermarks: Watermarks, ends: AbortSignal): Promise<void> {
    while (!ends.aborted) {
      await wait(POLL_MS, undefined, { signal: ends }).catch(() => undefined);
      if (ends.aborted) return;
      await ask(admin, watermarks).catch(() => undefined);
      const stuckFor = watermarks.stuckFor(Date.now());
      if (stuckFor > (options.stuckMs ?? 120_000))
        throw new StuckConsumer(`nothing consumed for ${stuckFor} ms`);
    }
  }

  async function ask(admin: Admin, watermarks: Watermarks): Promise<void> {
    // Of a worker that has no partition the watermarks ask nothing.
    await (watermarks.isIdle() ? admin.listTopics() : watermarks.poll());
    answeredAt = now();
  }

  async function loop(deps: IngestDeps): Promise<void> {
    let said = false;
    while (!stopping.signal.aborted) {
      try {
        await session(deps);
        said = false;
      } catch (error) {
        if (error instanceof StuckConsumer) throw error;
        if (!said) log.warn({ err: error }, 'Kafka is away: the worker tries again');
        said = true;
        await wait(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  return {
    adapter: 'kafka',
    run: (deps) => (running ??= loop(deps)),
    stop: async () => {
      stopping.abort();
      await running?.catch(() => undefined);
    },
    isReady: () => ready && now() - answeredAt < SILENT_MS,
  };
}
