import { setTimeout as wait } from 'node:timers/promises';
import kafkajs, { type IHeaders, type Producer } from 'kafkajs';
import { silentLog, type Log } from '../log.ts';
import { partitionOf } from '../partition.ts';
import type { ClickBatch, ClickSink } from '../sink.ts';
import { createKafka } from './client.ts';
import { CLICK_TOPIC, ensureTopics, partitionCount } from './topics.ts';

export interface KafkaSinkOptions {
  readonly brokers: readonly string[];
  /** Default: `clicks`. */
  readonly topic?: string;
  /** Partitions of the topic where it has to be created. */
  readonly partitions?: number;
  readonly replicationFactor?: number;
  readonly clientId?: string;
  readonly log?: Log;
  /** Milliseconds of a clock that never goes back. Default: the process's. */
  readonly now?: () => number;
}

const RETRY_MS = 500;
/** A broker that accepts and stays silent gives no error before kafkajs's time limits: minutes. */
const SILENT_MS = 5_000;

/**
 * The click stream in Kafka: each batch is ONE record, since encoding records one by one is what costs (5 to 8 us a click).
 *
 * Retries must not double clicks and failures must not swallow any, so:
 * - the producer is idempotent: a record whose acknowledgement was lost is sent again with the same sequence number, and the
 *   broker drops the copy;
 * - one record at a time a partition, one partition a request. kafkajs takes the sequence number back when a request
 *   fails, so a second record in flight would be sent with the number of the first, and the broker would take it for a
 *   copy: a lost batch. And a request over several brokers is repeated as a whole when a leader moves: a doubled batch;
 * - an outage is waited out with the same producer, for as long as the caller likes. Only an error that repeating can't cure
 *   (message too large, fenced producer) gives the batch up, counts its clicks as dropped and takes a new producer.
 */
export function createKafkaSink(options: KafkaSinkOptions): ClickSink {
  const { log = silentLog, now = () => performance.now() } = options;
  const topic = options.topic ?? CLICK_TOPIC;
  const kafka = createKafka(options.brokers, options.clientId ?? 'brevia-redirector', log);
  let partitions = options.partitions ?? 4;
  let dropped = 0;
  let held = 0;
  let state: 'connecting' | 'ready' | 'failing' = 'connecting';
  const closing = new AbortController();
  const queues = new Map<number, Promise<void>>();
  /** Of each partition, since when its foremost record waits for the broker. */
  const waitingSince = new Map<number, number>();
  let producer: Promise<Producer> | undefined;

  async function connect(): Promise<Producer> {
    for (;;) {
      closing.signal.throwIfAborted();
      const admin = kafka.admin();
      const next = kafka.producer({
        idempotent: true,
        maxInFlightRequests: 1,
        allowAutoTopicCreation: false,
        createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
        retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries: 8 },
      });
      try {
        await admin.connect();
        const plan = { topic, partitions, replicationFactor: options.replicationFactor ?? -1 };
        await ensureTopics(admin, [plan]);
        partitions = await partitionCount(admin, topic);
        await next.connect();
        state = 'ready';
        return next;
      } catch (error) {
        if (state !== 'failing') log.warn({ err: error }, 'Kafka is away: clicks wait');
        state = 'failing';
        await next.disconnect().catch(() => undefined);
        await wait(RETRY_MS, undefined, { signal: closing.signal });
      } finally {
        await admin.disconnect().catch(() => undefined);
      }
    }
  }

  const currentProducer = (): Promise<Producer> => {
    producer ??= connect();
    return producer;
  };

  async function deliver(batch: ClickBatch): Promise<void> {
    for (;;) {
      const mine = currentProducer();
      const sender = await mine;
      closing.signal.throwIfAborted();
      try {
        await sender.send({
          topic,
          acks: -1,
          compression: kafkajs.CompressionTypes.GZIP,
          messages: [{ partition: batch.partition % partitions, value: batch.ndjson, ...headersOf(batch) }],
        });
        if (state === 'failing') log.info({}, 'Kafka is back');
        state = 'ready';
        return;
      } catch (error) {
        if (state !== 'failing') log.warn({ err: error }, 'Kafka is away: clicks wait');
        state = 'failing';
        if (!isTransient(error)) {
          if (producer === mine) producer = undefined;
          sender.disconnect().catch(() => undefined);
          throw error;
        }
        await wait(RETRY_MS, undefined, { signal: closing.signal });
      }
    }
  }

  function enqueue(batch: ClickBatch): Promise<void> {
    const before = queues.get(batch.partition) ?? Promise.resolve();
    held += batch.count;
    const mine = before
      .then(() => {
        waitingSince.set(batch.partition, now());
        return deliver(batch);
      })
      .catch((error: unknown) => {
        dropped += batch.count;
        if (!closing.signal.aborted) log.error({ err: error, clicks: batch.count }, 'clicks lost');
      })
      .finally(() => {
        held -= batch.count;
        waitingSince.delete(batch.partition);
      });
    queues.set(batch.partition, mine);
    return mine;
  }

  const isSilent = (): boolean => {
    const oldest = now() - SILENT_MS;
    return [...waitingSince.values()].some((since) => since < oldest);
  };

  currentProducer().catch(() => undefined);

  return {
    partitionFor: (domain, code) => partitionOf(domain, code, partitions),
    send: async (batches) => {
      if (closing.signal.aborted) {
        for (const batch of batches) dropped += batch.count;
        return;
      }
      await Promise.all(batches.map(enqueue));
    },
    dropped: () => dropped,
    state: () => (isSilent() ? 'failing' : state),
    close: async (timeoutMs = 5_000) => {
      const drained = Promise.all(queues.values());
      const timer = new AbortController();
      await Promise.race([drained, wait(timeoutMs, undefined, { signal: timer.signal })]).finally(() =>
        timer.abort(),
      );
      if (held > 0) log.warn({ clicks: held }, 'the sink ends before Kafka has taken these clicks: lost');
      closing.abort();
      const sender = await producer?.catch(() => undefined);
      await sender?.disconnect().catch(() => undefined);
    },
  };
}

function headersOf({ traceparent }: ClickBatch): { headers?: IHeaders } {
  return traceparent === undefined ? {} : { headers: { traceparent } };
}

/**
 * Whether the same request may succeed later. kafkajs marks its errors, but wraps those that it has stopped repeating into
 * one that says it is not to be repeated: the innermost one knows.
 */
function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.cause instanceof Error) return isTransient(error.cause);
  return (error as Error & { retriable?: unknown }).retriable === true;
}
