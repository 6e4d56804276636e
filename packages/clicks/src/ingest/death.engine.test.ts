import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeClicks } from '@brevia/core';
import { engines, uniqueName, waitFor } from '@brevia/engines/testing';
import { describe, expect, it } from 'vitest';
import { createKafkaSink } from '../kafka/sink.ts';
import { createKafkaSource } from '../kafka/source.ts';
import { createSpoolSink } from '../spool/sink.ts';
import { createSpoolSource } from '../spool/source.ts';
import { testClick } from '../testing/clicks.ts';
import type { Death, DyingWorker } from '../testing/dying-worker.ts';
import { runSource } from '../testing/running-source.ts';
import { createTestStore } from '../testing/store.ts';

const DYING_WORKER = join(import.meta.dirname, '../testing/dying-worker.ts');
/** Each in another insert of a life, and each life repeats first what the one before it had under way. */
const DEATHS: readonly [Death, at: number][] = [
  ['announced', 2],
  ['inserted', 3],
  ['inserting', 1],
  ['inserted', 1],
];

/** @returns the signal that ended it; null when it ended by itself */
async function liveAndDie(worker: DyingWorker): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, ['--import', 'tsx', DYING_WORKER, JSON.stringify(worker)], {
    stdio: 'inherit',
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return signal;
}

async function spoolStream() {
  const dir = await mkdtemp(join(tmpdir(), 'brevia-death-'));
  return {
    stream: { dir },
    createSink: () => createSpoolSink({ dir }),
    createSource: () => createSpoolSource({ dir }),
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}

function kafkaStream() {
  const brokers = engines().kafkaBrokers;
  const [topic, groupId] = [uniqueName('clicks'), uniqueName('group')];
  const options = { brokers: [brokers], partitions: 1 };
  return {
    stream: { brokers, topic, groupId },
    createSink: () => createKafkaSink({ ...options, topic }),
    createSource: () => createKafkaSource({ ...options, topics: [topic], groupId, sessionMs: 6_000 }),
    remove: () => Promise.resolve(),
  };
}

describe.each([
  ['the spool', spoolStream],
  ['Kafka', kafkaStream],
])('clicks in %s', (_name, createStream) => {
  it('are counted once though worker after worker gets SIGKILL between announcement, insert and commit (CLICK-3)', async () => {
    const [store, { stream, createSink, createSource, remove }] = await Promise.all([
      createTestStore(),
      createStream(),
    ]);
    const sink = createSink();
    // Around the end of a month, so that each batch is two blocks in each table.
    const month = Date.UTC(2026, 10, 1);
    for (let i = 0; i < 12; i++) {
      const clicks = Array.from({ length: 30 }, (_, n) =>
        testClick({ owner: 'w1', ts: month + (n - 15) * 1_000 }),
      );
      await sink.send([
        {
          partition: sink.partitionFor('default', 'abc1234'),
          count: clicks.length,
          ndjson: encodeClicks(clicks),
        },
      ]);
    }
    await sink.close();
    for (const [dies, at] of DEATHS) {
      // A limit of rows of its own for each life: without the announcement batches would be cut elsewhere.
      const worker = { clickhouseUrl: store.url, stream, dies, at, maxRows: 40 + 25 * at };
      expect(await liveAndDie(worker)).toBe('SIGKILL');
    }
    const survivor = runSource(createSource(), store, 50);
    await waitFor(async () => (await store.counts()).owner_link_day >= 360, { timeoutMs: 50_000 });
    await survivor.stop();
    expect(await store.counts()).toEqual({ clicks: 360, link_day: 360, owner_day: 360, owner_link_day: 360 });
    await remove();
    await store.drop();
  }, 120_000);
});
