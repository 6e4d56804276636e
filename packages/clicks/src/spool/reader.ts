import { open, rm } from 'node:fs/promises';
import type { StreamRecord } from '../ingest/plan.ts';
import { decodeRecord, listSegments, type Segment } from './layout.ts';

interface FolderRead {
  readonly records: readonly StreamRecord[];
  /** Nothing whole was left behind them when the folder was read. */
  readonly atEnd: boolean;
}

export interface FolderReader {
  /** The next whole records from an offset on, from at most `maxBytes` bytes (more for a longer record). */
  read(from: number, maxBytes: number): Promise<FolderRead>;
  /** Deletes the segments whose records all lie below `committed`. The newest stays: the redirector writes it. */
  removeDone(committed: number): Promise<void>;
}

interface Cursor {
  readonly first: number;
  readonly byte: number;
  readonly offset: number;
}

/** Reads a folder of the spool while its redirector writes it. */
export function createFolderReader(folder: string): FolderReader {
  let cursor: Cursor | undefined;

  /** Reads on from the cursor in one segment; `limit` is the first offset of the next segment. */
  async function readSegment(segment: Segment, limit: number, maxBytes: number): Promise<FolderRead> {
    const at =
      cursor?.first === segment.first ? cursor : { first: segment.first, byte: 0, offset: segment.first };
    const { data, eof } = await readWhole(segment.path, at.byte, maxBytes);
    const lines = data.toString('utf8').split('\n').slice(0, -1);
    const records = lines.map((line, index) => ({ offset: at.offset + index, value: decodeRecord(line) }));
    cursor = { first: segment.first, byte: at.byte + data.length, offset: at.offset + lines.length };
    // More lines than the next segment leaves room for: two writers met. What the next segment says counts.
    return { records: records.filter((record) => record.offset < limit), atEnd: eof };
  }

  return {
    read: async (from, maxBytes) => {
      // Listed before anything is read: a segment that has a successor now will not grow any more.
      const segments = await listSegments(folder);
      if (!cursor || cursor.offset !== from) cursor = undefined;
      let index = segments.findLastIndex((segment) => segment.first <= (cursor?.first ?? from));
      if (index === -1) index = 0;
      for (; index < segments.length; index++) {
        const segment = segments[index];
        if (!segment) break;
        const limit = segments[index + 1]?.first ?? Infinity;
        for (;;) {
          const { records, atEnd } = await readSegment(segment, limit, maxBytes);
          const wanted = records.filter((record) => record.offset >= from);
          if (wanted.length > 0) return { records: wanted, atEnd: atEnd && index === segments.length - 1 };
          if (atEnd) break;
        }
      }
      return { records: [], atEnd: true };
    },
    removeDone: async (committed) => {
      const segments = await listSegments(folder);
      for (const [index, segment] of segments.entries()) {
        const next = segments[index + 1];
        if (next && next.first <= committed) await rm(segment.path, { force: true });
      }
    },
  };
}

/** Bytes from `start` up to the last line feed within `maxBytes`, or up to the first one where a record is longer. */
async function readWhole(
  path: string,
  start: number,
  maxBytes: number,
): Promise<{ data: Buffer; eof: boolean }> {
  const file = await open(path, 'r');
  try {
    const left = Math.max(0, (await file.stat()).size - start);
    for (let size = Math.min(maxBytes, left); ; size = Math.min(size * 2, left)) {
      const buffer = Buffer.allocUnsafe(size);
      const { bytesRead } = await file.read(buffer, 0, size, start);
      const end = buffer.subarray(0, bytesRead).lastIndexOf(10) + 1;
      if (end > 0 || size === left) return { data: buffer.subarray(0, end), eof: size === left };
    }
  } finally {
    await file.close();
  }
}
