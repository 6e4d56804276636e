import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeClick } from '@brevia/core';
import { waitFor } from '@brevia/engines/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { batchOf } from '../testing/batches.ts';
import { startPublisherThread, type PublisherThread } from './supervisor.ts';
import { threadFile } from './thread-file.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
let thread: PublisherThread;
afterEach(() => thread.close(1_000));

function setUp(
  given: { kafkaBrokers?: string[]; maxPending?: number; geoPath?: string | null; file?: URL } = {},
) {
  const spoolDir = mkdtempSync(join(tmpdir(), 'brevia-thread-'));
  thread = startPublisherThread({
    file: given.file ?? threadFile(),
    log: silent,
    settings: {
      region: 'test',
      visitorKey: 'a secret of the service, long enough',
      geoPath: given.geoPath ?? null,
      trustedProxies: '',
      kafkaBrokers: given.kafkaBrokers ?? [],
      spoolDir: given.kafkaBrokers === undefined ? spoolDir : null,
      maxPending: given.maxPending ?? 1_000,
      traces: null,
    },
  });
  const clicks = () =>
    readdirSync(spoolDir, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && /^\d+\.ndjson$/.test(file.name))
      .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'))
      .flatMap((text) => text.split('\n').flatMap((record) => record.split('\x1e')))
      .flatMap((line) => decodeClick(line) ?? []);
  return { clicks };
}

const batch = (count: number) => batchOf(Array.from({ length: count }, (_, i) => ({ ts: 1_000 + i })));

describe('the publishing thread', () => {
  it('publishes what it was given, also what is still on its way when it is closed (RED-8)', async () => {
    const { clicks } = setUp();
    for (let i = 0; i < 5; i += 1) thread.deliver(batch(100));
    await thread.close(5_000);
    expect(clicks()).toHaveLength(500);
    expect(new Set(clicks().map(({ id }) => id)).size).toBe(500);
    expect(thread.status()).toMatchObject({ published: 500, dropped: 0, inFlight: 0 });
  });

  it('is started again when it dies: what it held is counted, what comes later is published', async () => {
    setUp({ file: new URL('../testing/mortal-thread.mjs', import.meta.url) });
    thread.deliver(batch(10));
    await waitFor(() => thread.status().published === 10);
    thread.deliver({ ...batch(7), bytes: new TextEncoder().encode('die') });
    await waitFor(() => thread.status().restarts === 1);
    expect(thread.status()).toMatchObject({ dropped: 7, published: 10, inFlight: 0 });
    // Some of these come while there is no thread, and wait.
    for (let i = 0; i < 20; i += 1) thread.deliver(batch(1));
    await waitFor(() => thread.status().inFlight === 0);
    expect(thread.status()).toMatchObject({ published: 30, dropped: 7, restarts: 1 });
  });

  it('is given no more than it may hold while its sink is away, and the rest is dropped at once and counted (RED-7)', async () => {
    setUp({ kafkaBrokers: ['127.0.0.1:1'], maxPending: 100 });
    for (let i = 0; i < 5; i += 1) thread.deliver(batch(40));
    expect(thread.status()).toMatchObject({ inFlight: 80, dropped: 120, breakerOpen: true });
    await waitFor(() => thread.status().sink === 'failing');
    await thread.close(10);
    expect(thread.status().dropped).toBe(200);
  });

  it('counts a broken database of countries and publishes all the same (C114)', async () => {
    const { clicks } = setUp({ geoPath: '/nowhere/none.mmdb' });
    thread.deliver(batch(3));
    await waitFor(() => clicks().length === 3);
    await waitFor(() => thread.status().geoErrors > 0);
    expect(clicks().map(({ country }) => country)).toEqual(['', '', '']);
  });
});
