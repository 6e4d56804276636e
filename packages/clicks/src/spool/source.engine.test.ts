import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeClicks } from '@brevia/core';
import { waitFor } from '@brevia/engines/testing';
import { describe, expect, it } from 'vitest';
import { testClick } from '../testing/clicks.ts';
import { runSource } from '../testing/running-source.ts';
import { createTestStore } from '../testing/store.ts';
import { batchOf, spoolStream } from '../testing/streams.ts';
import { listFolders } from './layout.ts';
import { createSpoolSink } from './sink.ts';
import { createSpoolSource } from './source.ts';

describe('the spool', () => {
  it('is read by one worker at a time; the next begins when the first has ended', async () => {
    const [store, stream] = await Promise.all([createTestStore(), spoolStream()]);
    const first = runSource(stream.source(), store);
    await waitFor(() => first.source.isReady());
    const second = runSource(stream.source(), store);
    const sink = stream.sink();
    await sink.send([batchOf(sink, 5)]);
    await waitFor(() => first.seen.rows === 5, { timeoutMs: 20_000 });
    expect(second.source.isReady()).toBe(false);
    await first.stop();
    await waitFor(() => second.source.isReady());
    await second.stop();
    expect((await store.counts()).clicks).toBe(5);
    await sink.close();
    await Promise.all([stream.close(), store.drop()]);
  });

  it('reads whole lines only, while the redirector is writing one', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'brevia-torn-'));
    const store = await createTestStore();
    const sink = createSpoolSink({ dir });
    await sink.send([batchOf(sink, 1)]);
    await sink.close();
    const folder = join(dir, (await listFolders(dir))[0] ?? '');
    const line = encodeClicks([testClick({ owner: 'w1' })]);
    await appendFile(join(folder, '0.ndjson'), line.slice(0, 40));
    const source = runSource(createSpoolSource({ dir, pollMs: 50 }), store);
    await waitFor(() => source.seen.rows === 1, { timeoutMs: 20_000 });
    await appendFile(join(folder, '0.ndjson'), line.slice(40));
    await waitFor(() => source.seen.rows === 2, { timeoutMs: 20_000 });
    await source.stop();
    expect(source.seen.dead).toBe(0);
    await store.drop();
    await rm(dir, { recursive: true, force: true });
  });
});
