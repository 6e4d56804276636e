import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listFolders, listSegments } from './layout.ts';
import { createFolderReader } from './reader.ts';
import { createSpoolSink } from './sink.ts';
import { writeState } from './state.ts';

/** Everything that a worker reads from an offset on, as it would: in small portions, to the end. */
async function readAll(folder: string, from: number): Promise<[number, string][]> {
  const reader = createFolderReader(folder);
  const found: [number, string][] = [];
  for (let next = from; ;) {
    const { records, atEnd } = await reader.read(next, 64);
    found.push(...records.map(({ offset, value }): [number, string] => [offset, value]));
    next = (records.at(-1)?.offset ?? next - 1) + 1;
    if (records.length === 0 && atEnd) return found;
  }
}

/** What a power cut leaves of a file: its end is gone, or there as zeros. */
async function spoil(path: string, keep: number, asZeros: boolean): Promise<void> {
  if (!asZeros) return truncate(path, keep);
  const data = await readFile(path);
  await writeFile(path, data.fill(0, keep));
}

async function send(dir: string, names: readonly string[], segmentBytes: number): Promise<void> {
  const sink = createSpoolSink({ dir, segmentBytes });
  for (const name of names) await sink.send([{ partition: 0, count: 1, ndjson: `${name}\n` }]);
  await sink.close();
  expect(sink.dropped()).toBe(0);
}

describe('a spool after a power cut', () => {
  it('holds every whole record once, whatever is left of its last segment, and goes on behind all that was used', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 10, max: 60 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        fc.integer({ min: 0, max: 12 }),
        fc.boolean(),
        async (before, segmentBytes, share, asZeros, read, isAnnounced) => {
          const dir = await mkdtemp(join(tmpdir(), 'brevia-cut-'));
          try {
            const names = Array.from({ length: before }, (_, i) => `old${i}`);
            await send(dir, names, segmentBytes);
            const folder = join(dir, (await listFolders(dir))[0] ?? '');
            // The worker may have read, and even announced, what the disk has lost.
            const committed = Math.min(read, before);
            const intent = isAnnounced && committed < before ? before - 1 : null;
            await writeState(folder, { committed, intent });
            const last = (await listSegments(folder)).at(-1);
            if (!last) throw new Error('no segment');
            const size = (await readFile(last.path)).length;
            await spoil(last.path, Math.floor(share * size), asZeros);
            const whole = (await readFile(last.path, 'latin1')).split('\n').length - 1;
            const left = names.slice(0, last.first + whole);

            await send(dir, ['new0', 'new1'], segmentBytes);
            const used = Math.max(left.length, committed, (intent ?? -1) + 1);
            expect(await readAll(folder, committed)).toEqual([
              ...left.map((name, offset): [number, string] => [offset, name]).slice(committed),
              [used, 'new0'],
              [used + 1, 'new1'],
            ]);
          } finally {
            await rm(dir, { recursive: true, force: true });
          }
        },
      ),
      { numRuns: 30 },
    );
  }, 60_000);
});
