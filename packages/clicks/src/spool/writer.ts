import { mkdir, open, readFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { appendRecords, countRecords, type Appended } from './append-records.ts';
import { listFolders, listSegments, newFolderName, segmentPath } from './layout.ts';
import { acquireLock, type FolderLock } from './lock.ts';
import { readState } from './state.ts';

export interface SegmentLimits {
  readonly segmentBytes: number;
  readonly segmentMs: number;
}

interface OpenSegment {
  readonly handle: FileHandle;
  readonly bornAt: number;
  /** Bytes up to the end of the last whole record. */
  size: number;
  dirty: boolean;
}

/** The one writer of a folder of the spool: appends whole records, in segments. */
export interface SpoolWriter {
  readonly folder: string;
  /** Appends whole records, and says how many of them are stored. Rejects when no segment can be opened. */
  append(data: Buffer): Promise<Appended>;
  /** Ends the segment and begins the next one: the worker deletes only what has a successor, and a full spool waits for that. */
  succeed(): Promise<void>;
  /** Makes what was appended survive a power cut, and ends a segment that is old enough. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Takes over a folder that nobody writes, or makes one. Offsets go on where that folder ended. */
export async function openSpoolWriter(dir: string, limits: SegmentLimits): Promise<SpoolWriter> {
  await mkdir(dir, { recursive: true });
  const { folder, lock } = await takeFolder(dir);
  try {
    return createWriter(folder, lock, limits, await nextOffset(folder));
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function takeFolder(dir: string): Promise<{ folder: string; lock: FolderLock }> {
  for (const name of [...(await listFolders(dir)), newFolderName()]) {
    const folder = join(dir, name);
    await mkdir(folder, { recursive: true });
    const lock = await acquireLock(join(folder, 'lock'));
    if (lock) return { folder, lock };
  }
  throw new Error(`no folder of the spool ${dir} can be locked`);
}

/**
 * After the last whole record that is on disk, and never below what the worker has done: after a power cut the disk may hold
 * less than the worker has read, and those numbers are used up. A torn last line is not a record; the reader skips it,
 * since a newer segment follows.
 */
async function nextOffset(folder: string): Promise<number> {
  const { committed, intent } = await readState(folder);
  const done = Math.max(committed, (intent ?? -1) + 1);
  const last = (await listSegments(folder)).at(-1);
  if (!last) return done;
  return Math.max(done, last.first + countRecords(await readFile(last.path)));
}

function createWriter(folder: string, lock: FolderLock, limits: SegmentLimits, first: number): SpoolWriter {
  let next = first;
  let segment: OpenSegment | undefined;

  async function openSegment(): Promise<OpenSegment> {
    const handle = await open(segmentPath(folder, next), 'a');
    // A segment of this name can only be left over, without a whole record in it.
    await handle.truncate(0);
    segment = { handle, bornAt: Date.now(), size: 0, dirty: true };
    return segment;
  }

  async function endSegment(): Promise<void> {
    const ended = segment;
    segment = undefined;
    if (!ended) return;
    try {
      await ended.handle.datasync();
    } finally {
      await ended.handle.close();
    }
  }

  return {
    folder,
    append: async (data) => {
      const current = segment ?? (await openSegment());
      const appended = await appendRecords(current.handle, current.size, data);
      current.size += appended.bytes;
      current.dirty = true;
      next += appended.records;
      // A torn line that stays ends its segment: the reader passes over it there.
      if (appended.isTorn || current.size >= limits.segmentBytes) await endSegment().catch(() => undefined);
      return appended;
    },
    succeed: async () => {
      if (segment?.size === 0) return;
      await endSegment();
      await openSegment();
    },
    sync: async () => {
      await lock.touch();
      if (!segment) return;
      if (segment.size > 0 && Date.now() - segment.bornAt >= limits.segmentMs) return endSegment();
      if (!segment.dirty) return;
      segment.dirty = false;
      await segment.handle.datasync();
    },
    close: async () => {
      await endSegment().finally(() => lock.release());
    },
  };
}
