import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The spool on disk:
 *
 *     <dir>/p-<8 hex>/               one folder a redirector process, taken over by a later one
 *                     lock           who writes here (lock.ts)
 *                     0.ndjson       segment: the records 0, 1, ... one a line
 *                     4711.ndjson    the next segment, named by its first record
 *                     state.json     how far the worker is (state.ts)
 *           dead.ndjson              what could not be parsed
 *           worker.lock              which worker reads
 *
 * A record is a batch of clicks. Its lines are joined by the ASCII record separator, which never occurs inside JSON, so a
 * record is one line and needs no parsing to be cut.
 */
const RECORD_SEPARATOR = '\x1e';

const FOLDER = /^p-[0-9a-f]{8}$/;
const SEGMENT = /^(0|[1-9]\d{0,14})\.ndjson$/;

export interface Segment {
  /** Offset of its first record. */
  readonly first: number;
  readonly path: string;
}

export const newFolderName = (): string => `p-${randomBytes(4).toString('hex')}`;

export const segmentPath = (folder: string, first: number): string => join(folder, `${first}.ndjson`);

/** Names of the folders in a spool, sorted; none where the spool does not exist yet. */
export async function listFolders(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch(noneWhenMissing);
  return names.filter((name) => FOLDER.test(name)).sort();
}

/** Segments of a folder in order of their records. */
export async function listSegments(folder: string): Promise<Segment[]> {
  const names = await readdir(folder).catch(noneWhenMissing);
  return names
    .flatMap((name) => {
      const match = SEGMENT.exec(name);
      return match ? [{ first: Number(match[1]), path: join(folder, name) }] : [];
    })
    .sort((a, b) => a.first - b.first);
}

/** Bytes of all segments of a spool. */
export async function spoolBytes(dir: string): Promise<number> {
  let bytes = 0;
  for (const folder of await listFolders(dir)) {
    for (const segment of await listSegments(join(dir, folder))) {
      bytes += await stat(segment.path).then(
        (found) => found.size,
        () => 0,
      );
    }
  }
  return bytes;
}

export const encodeRecord = (ndjson: string): string =>
  `${ndjson.trimEnd().replaceAll('\n', RECORD_SEPARATOR)}\n`;

export const decodeRecord = (line: string): string => line.replaceAll(RECORD_SEPARATOR, '\n');

function noneWhenMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
