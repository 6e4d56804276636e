import { createChangeChannel, createLinkCache, createRedis } from '@brevia/cache';
import { createKafka } from '@brevia/clicks';
import { createDatabase } from '@brevia/db';
import type { Log } from '@brevia/clicks';
import { createApply, withoutCreations } from './apply.ts';
import { startHousekeeping } from './housekeeping.ts';
import { startChangeConsumer } from './kafka-consumer.ts';
import { createChangePublisher } from './kafka-publisher.ts';
import { startRelay } from './relay.ts';

export interface LinkChangesOptions {
  readonly region: string;
  readonly databaseUrl: string;
  /** Missing: the region has no cache to correct. */
  readonly redisUrls?: readonly string[] | undefined;
  /** Missing: one region only, its changes go straight to its caches. */
  readonly kafkaBrokers?: readonly string[] | undefined;
  /** Topics with changes, those mirrored from other regions included. */
  readonly changeTopics?: readonly string[] | undefined;
  readonly log: Log;
  readonly onPublished?: (count: number, ageMs: number) => void;
}

export interface LinkChanges {
  isWorking(): boolean;
  stop(): Promise<void>;
}

/**
 * Brings link changes from the outbox to every cache (RED-4): straight to Redis on one box; with Kafka through the topic
 * `link-changes`, from which each region's worker applies them. Nothing needs to be there at the start. Beside it the store's
 * housekeeping runs, which needs the same adapters.
 */
export function startLinkChanges(options: LinkChangesOptions): LinkChanges {
  const { region, log, kafkaBrokers, changeTopics, onPublished } = options;
  const database = createDatabase({
    url: options.databaseUrl,
    region,
    poolMax: 2,
    applicationName: 'brevia-relay',
  });
  const redis =
    options.redisUrls === undefined || options.redisUrls.length === 0
      ? undefined
      : createRedis(options.redisUrls, { name: 'brevia-relay', commandTimeoutMs: 1_000 });
  const apply = createApply({ cache: createLinkCache(redis), channel: createChangeChannel(redis) });
  const kafka = kafkaBrokers === undefined ? null : createKafka(kafkaBrokers, 'brevia-relay', log);
  const publisher = kafka === null ? null : createChangePublisher(kafka);
  const consumer =
    kafka === null
      ? null
      : startChangeConsumer({
          kafka,
          region,
          apply,
          log,
          ...(changeTopics === undefined ? {} : { topics: changeTopics }),
        });
  const relay = startRelay({
    region,
    outbox: database.outbox,
    leases: database.leases,
    publish: publisher?.publish ?? ((changes) => apply(withoutCreations(changes))),
    log,
    ...(onPublished === undefined ? {} : { onPublished }),
  });
  const housekeeping = startHousekeeping({ idempotency: database.idempotency, leases: database.leases, log });
  return {
    isWorking: () => relay.isWorking() && (consumer?.isWorking() ?? true),
    async stop() {
      await Promise.all([relay.stop(), consumer?.stop(), housekeeping.stop()]);
      redis?.disconnect();
      await Promise.allSettled([publisher?.close(), database.close()]);
    },
  };
}
