import { join } from 'node:path';
import { acquireLock, createKafka, listFolders, readState, silentLog, writeState } from '@brevia/clicks';
import { about, BackupError } from '../archive/archive.ts';
import type { ClicksManifest } from '../manifest.ts';

/** Where clicks come from in this installation. */
export interface Streams {
  readonly kafkaBrokers: readonly string[];
  /** Topics with clicks. */
  readonly topics: readonly string[];
  /** The workers' consumer group. */
  readonly groupId: string;
  readonly spoolDir: string | null;
}

type Positions = ClicksManifest['positions'];

/**
 * Keeps the workers away for the time of a restore: one that waits for ClickHouse holds a batch in memory, and would insert it
 * again. @returns ends that. @throws BackupError while a worker runs
 */
export async function holdWorkers(streams: Streams): Promise<() => Promise<void>> {
  const { spoolDir } = streams;
  if (streams.kafkaBrokers.length > 0) await checkGroupEmpty(streams);
  if (spoolDir === null) return () => Promise.resolve();
  const lock = await acquireLock(join(spoolDir, 'worker.lock'));
  if (lock === null) throw new BackupError(`A worker reads the spool ${spoolDir}: stop it for the restore.`);
  const timer = setInterval(() => void lock.touch().catch(() => undefined), 5_000);
  return async () => {
    clearInterval(timer);
    await lock.release();
  };
}

async function checkGroupEmpty({ kafkaBrokers, groupId }: Streams): Promise<void> {
  const admin = createKafka(kafkaBrokers, 'brevia-restore', silentLog).admin();
  try {
    await admin.connect();
    const [group] = (await admin.describeGroups([groupId])).groups;
    if (group !== undefined && group.members.length > 0)
      throw new BackupError(`${group.members.length} workers read Kafka: stop them for the restore.`);
  } catch (error) {
    throw about('Kafka (KAFKA_BROKERS)', error);
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

/**
 * Puts every stream to the first record that the restored clicks don't have, so that the worker counts each click once.
 * Deduplication can't do that: a restored table has not seen any token. Of Kafka that means back as well: what came since
 * the export is counted again from there, for as long as Kafka keeps it. The spool keeps nothing that was read, so
 * only batches are left out that were under way.
 * @returns what was done, for the operator
 */
export async function continueStreams(positions: Positions, streams: Streams): Promise<string[]> {
  const said: string[] = [];
  if (streams.spoolDir !== null) said.push(...(await continueSpool(positions, streams.spoolDir)));
  if (streams.kafkaBrokers.length > 0) said.push(...(await continueKafka(positions, streams)));
  return said;
}

async function continueSpool(positions: Positions, dir: string): Promise<string[]> {
  const said: string[] = [];
  for (const folder of await listFolders(dir)) {
    const next = positions.find(({ stream }) => stream === folder)?.next ?? 0;
    const { committed } = await readState(join(dir, folder));
    if (committed >= next) continue;
    await writeState(join(dir, folder), { committed: next, intent: null });
    said.push(`Spool ${folder}: the records up to ${next} are counted already.`);
  }
  return said;
}

async function continueKafka(
  positions: Positions,
  { kafkaBrokers, topics, groupId }: Streams,
): Promise<string[]> {
  const admin = createKafka(kafkaBrokers, 'brevia-restore', silentLog).admin();
  const said: string[] = [];
  try {
    await admin.connect();
    const present = new Set(await admin.listTopics());
    for (const topic of topics.filter((each) => present.has(each))) {
      const partitions: { partition: number; offset: string }[] = [];
      for (const { partition, low, high } of await admin.fetchTopicOffsets(topic)) {
        const next = positions.find((one) => one.stream === topic && one.partition === partition)?.next ?? 0;
        const place = `Kafka ${topic}/${partition}`;
        if (next > Number(high)) {
          said.push(
            `${place}: ends at ${high}, before the backup's ${next}; it is another topic, read as it stands.`,
          );
          continue;
        }
        const offset = Math.max(next, Number(low));
        if (offset > next && next > 0) said.push(`${place}: records ${next} to ${offset - 1} are gone.`);
        said.push(`${place}: read from ${offset}.`);
        partitions.push({ partition, offset: String(offset) });
      }
      if (partitions.length > 0) await admin.setOffsets({ groupId, topic, partitions });
    }
    return said;
  } catch (error) {
    throw about(
      'The clicks are restored, but the positions in Kafka (KAFKA_BROKERS) could not be set; stop all workers and set them by hand',
      error,
    );
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}
