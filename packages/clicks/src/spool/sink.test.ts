import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodeRecord, listFolders, listSegments } from './layout.ts';
import { createFolderReader } from './reader.ts';
import { createSpoolSink } from './sink.ts';
import { writeState } from './state.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'brevia-spool-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const batch = (...names: string[]) => ({
  partition: 0,
  count: names.length,
  ndjson: names.map((name) => JSON.stringify({ id: name })).join('\n') + '\n',
});

async function onlyFolder(): Promise<string> {
  const folders = await listFolders(dir);
  expect(folders).toHaveLength(1);
  return join(dir, folders[0] ?? '');
}

/** Every record of the spool with its offset, as the reader sees it. */
async function records(folder: string): Promise<[number, string][]> {
  const found: [number, string][] = [];
  for (const { first, path } of await listSegments(folder)) {
    const text = await readFile(path, 'utf8');
    const lines = text
      .slice(0, text.lastIndexOf('\n') + 1)
      .split('\n')
      .slice(0, -1);
    lines.forEach((line, index) => found.push([first + index, decodeRecord(line)]));
  }
  return found;
}

describe('the spool sink', () => {
  it('keeps each batch as one record, readable as soon as send settles', async () => {
    const sink = createSpoolSink({ dir });
    await sink.send([batch('a', 'b'), batch('c')]);
    expect(await records(await onlyFolder())).toEqual([
      [0, '{"id":"a"}\n{"id":"b"}'],
      [1, '{"id":"c"}'],
    ]);
    await sink.close();
  });

  it('goes on counting offsets in the same folder after a restart', async () => {
    const first = createSpoolSink({ dir });
    await first.send([batch('a'), batch('b')]);
    await first.close();
    const second = createSpoolSink({ dir });
    await second.send([batch('c')]);
    await second.close();
    const folder = await onlyFolder();
    expect((await listSegments(folder)).map((segment) => segment.first)).toEqual([0, 2]);
    expect((await records(folder)).map(([offset]) => offset)).toEqual([0, 1, 2]);
  });

  it('does not count a line that a crash has torn, and never writes behind it', async () => {
    const first = createSpoolSink({ dir });
    await first.send([batch('a')]);
    await first.close();
    const folder = await onlyFolder();
    await appendFile(join(folder, '0.ndjson'), '{"id":"torn');
    const second = createSpoolSink({ dir });
    await second.send([batch('b')]);
    await second.close();
    expect(await records(folder)).toEqual([
      [0, '{"id":"a"}'],
      [1, '{"id":"b"}'],
    ]);
  });

  it('starts a segment over that holds nothing but a torn line', async () => {
    const first = createSpoolSink({ dir });
    await first.send([batch('a')]);
    await first.close();
    const folder = await onlyFolder();
    await writeFile(join(folder, '1.ndjson'), '{"id":"torn');
    const second = createSpoolSink({ dir });
    await second.send([batch('b')]);
    await second.close();
    expect(await records(folder)).toEqual([
      [0, '{"id":"a"}'],
      [1, '{"id":"b"}'],
    ]);
  });

  it('never uses an offset again that the worker has done, though a power cut took the lines', async () => {
    const first = createSpoolSink({ dir });
    await first.send([batch('a')]);
    await first.close();
    const folder = await onlyFolder();
    await writeState(folder, { committed: 7, intent: 9 });
    const second = createSpoolSink({ dir });
    await second.send([batch('b')]);
    await second.close();
    expect((await records(folder)).at(-1)).toEqual([10, '{"id":"b"}']);
  });

  it('gives two living sinks a folder each', async () => {
    const one = createSpoolSink({ dir });
    await one.send([batch('a')]);
    const two = createSpoolSink({ dir });
    await two.send([batch('b')]);
    expect(await listFolders(dir)).toHaveLength(2);
    await Promise.all([one.close(), two.close()]);
  });

  it('begins a new segment at the size limit', async () => {
    const sink = createSpoolSink({ dir, segmentBytes: 30 });
    await sink.send([batch('a')]);
    await sink.send([batch('0123456789012345678901234567890123456789')]);
    await sink.send([batch('c')]);
    await sink.close();
    expect((await listSegments(await onlyFolder())).map((segment) => segment.first)).toEqual([0, 2]);
  });

  it('drops and counts clicks when it is full, and takes clicks again once the worker has made room', async () => {
    const sink = createSpoolSink({ dir, maxBytes: 60, segmentBytes: 20, syncMs: 20 });
    await sink.send([batch('a', 'b')]);
    await sink.send([batch('c', 'd', 'e', 'f')]);
    expect(sink.dropped()).toBe(4);
    expect(sink.state()).toBe('failing');
    const folder = await onlyFolder();
    await rm(join(folder, '0.ndjson'));
    await expect
      .poll(async () => {
        await sink.send([batch('g', 'h', 'i')]);
        return sink.state();
      })
      .toBe('ready');
    await sink.close();
    expect((await records(folder)).at(0)).toEqual([1, '{"id":"g"}\n{"id":"h"}\n{"id":"i"}']);
  });

  it('takes clicks again once the worker has read all, though all of it was one segment', async () => {
    const sink = createSpoolSink({ dir, maxBytes: 60, syncMs: 20 });
    await sink.send([batch('a', 'b')]);
    await sink.send([batch('c', 'd', 'e', 'f')]);
    expect([sink.dropped(), sink.state()]).toEqual([4, 'failing']);
    const folder = await onlyFolder();
    const reader = createFolderReader(folder);
    expect((await reader.read(0, 1_000)).records.map(({ offset }) => offset)).toEqual([0]);
    await reader.removeDone(1);
    await expect
      .poll(async () => {
        await sink.send([batch('g', 'h')]);
        return sink.state();
      })
      .toBe('ready');
    await sink.close();
    expect((await records(folder)).at(0)).toEqual([1, '{"id":"g"}\n{"id":"h"}']);
  });

  it('drops and counts, and never rejects, when the disk refuses', async () => {
    const file = join(dir, 'a-file');
    await writeFile(file, '');
    const sink = createSpoolSink({ dir: join(file, 'spool') });
    await sink.send([batch('a', 'b', 'c')]);
    expect(sink.dropped()).toBe(3);
    await sink.close();
    await sink.send([batch('late')]);
    expect(sink.dropped()).toBe(4);
    expect((await stat(file)).isFile()).toBe(true);
  });
});
