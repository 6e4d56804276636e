import { describe, expect, it } from 'vitest';
import { appendRecords, type AppendTarget } from './append-records.ts';

/** A file on a disk with room for `room` bytes, which takes at most `portion` bytes at a time. */
function fileOn(room: number, portion = 3, canTruncate = true): AppendTarget & { text: () => string } {
  let content = 'old\n';
  return {
    text: () => content,
    write: (data, offset) => {
      const left = room - content.length;
      if (left <= 0) return Promise.reject(new Error('ENOSPC'));
      const part = data.toString('latin1', offset, offset + Math.min(portion, left));
      content += part;
      return Promise.resolve({ bytesWritten: part.length });
    },
    truncate: (size) => {
      if (!canTruncate) return Promise.reject(new Error('EIO'));
      content = content.slice(0, size);
      return Promise.resolve();
    },
  };
}

const DATA = Buffer.from('aaaa\nbbbb\ncccc\n');

describe('appending records', () => {
  it('goes on after short writes until all is there', async () => {
    const file = fileOn(100);
    expect(await appendRecords(file, 4, DATA)).toEqual({ records: 3, bytes: 15, isTorn: false });
    expect(file.text()).toBe('old\naaaa\nbbbb\ncccc\n');
  });

  it.each([
    [4, 0, 'old\n'],
    [8, 0, 'old\n'],
    [9, 1, 'old\naaaa\n'],
    [13, 1, 'old\naaaa\n'],
    [14, 2, 'old\naaaa\nbbbb\n'],
  ])(
    'keeps the whole records of a disk that is full after %i bytes, and no part of one',
    async (room, records, text) => {
      const file = fileOn(room);
      const appended = await appendRecords(file, 4, DATA);
      expect(appended).toMatchObject({ records, bytes: records * 5, isTorn: false });
      expect(appended.error).toBeInstanceOf(Error);
      expect(file.text()).toBe(text);
    },
  );

  it('says when a part of a record could not be cut off', async () => {
    const appended = await appendRecords(fileOn(11, 3, false), 4, DATA);
    expect(appended).toMatchObject({ records: 1, bytes: 5, isTorn: true });
  });
});
