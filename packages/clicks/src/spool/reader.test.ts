import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFolderReader, type FolderReader } from './reader.ts';

let folder: string;
let reader: FolderReader;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brevia-reader-'));
  reader = createFolderReader(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const segment = (first: number, text: string) => writeFile(join(folder, `${first}.ndjson`), text);
const offsets = async (from: number, maxBytes = 1_000) => {
  const { records, atEnd } = await reader.read(from, maxBytes);
  return [records.map((record) => `${record.offset}${record.value}`).join(' '), atEnd];
};

describe('reading a folder of the spool', () => {
  it('goes through the segments in the order of their records', async () => {
    await segment(10, 'k\n');
    await segment(9, 'j\n');
    await segment(8, 'i\n');
    expect(await offsets(8)).toEqual(['8i', false]);
    expect(await offsets(9)).toEqual(['9j', false]);
    expect(await offsets(10)).toEqual(['10k', true]);
    expect(await offsets(11)).toEqual(['', true]);
  });

  it('begins in the middle of a segment where the last worker stopped', async () => {
    await segment(0, 'a\nb\nc\n');
    expect(await offsets(1)).toEqual(['1b 2c', true]);
  });

  it('sees a line only when it is whole', async () => {
    await segment(0, 'a\nb');
    expect(await offsets(0)).toEqual(['0a', true]);
    expect(await offsets(1)).toEqual(['', true]);
    await appendFile(join(folder, '0.ndjson'), 'b\n');
    expect(await offsets(1)).toEqual(['1bb', true]);
  });

  it('passes over a torn line at the end of a segment that has a successor', async () => {
    await segment(0, 'a\ntor');
    await segment(1, 'b\n');
    expect(await offsets(0)).toEqual(['0a', false]);
    expect(await offsets(1)).toEqual(['1b', true]);
  });

  it('jumps over offsets that a power cut has taken', async () => {
    await segment(0, 'a\n');
    await segment(5, 'f\n');
    expect(await offsets(0)).toEqual(['0a', false]);
    expect(await offsets(1)).toEqual(['5f', true]);
  });

  it('believes the name of a segment where two writers met', async () => {
    await segment(0, 'a\nb\nc\n');
    await segment(1, 'B\n');
    expect(await offsets(0)).toEqual(['0a', false]);
    expect(await offsets(1)).toEqual(['1B', true]);
  });

  it('reads a large segment in portions, and a record that is larger than a portion as a whole', async () => {
    await segment(0, `aa\n${'b'.repeat(50)}\n${'c'.repeat(90)}\n`);
    expect(await offsets(0, 6)).toEqual(['0aa', false]);
    expect(await offsets(1, 6)).toEqual([`1${'b'.repeat(50)}`, false]);
    expect(await offsets(2, 6)).toEqual([`2${'c'.repeat(90)}`, true]);
  });

  it('is at the end of a folder that is empty', async () => {
    expect(await offsets(0)).toEqual(['', true]);
  });

  it('deletes what is done, but never the segment that may still be written', async () => {
    await segment(0, 'a\n');
    await segment(1, 'b\n');
    await segment(2, 'c\n');
    await reader.removeDone(1);
    expect((await readdir(folder)).sort()).toEqual(['1.ndjson', '2.ndjson']);
    await reader.removeDone(3);
    expect(await readdir(folder)).toEqual(['2.ndjson']);
  });
});
