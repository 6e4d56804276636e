import { appendFile, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createStreamIngest, type StreamIngest, type StreamVisit } from '../ingest/ingest-stream.ts';
import type { DeadLetterBox, StreamName } from '../ingest/ports.ts';
import { retryDelay, StopIngest, type ClickSource, type IngestDeps } from '../ingest/source.ts';
import { tracedPositions } from '../ingest/traced-positions.ts';
import { silentLog, type Log } from '../log.ts';
import { listFolders } from './layout.ts';
import { acquireLock, type FolderLock } from './lock.ts';
import { createFolderReader, type FolderReader } from './reader.ts';
import { readState, writeState } from './state.ts';

export interface SpoolSourceOptions {
  readonly dir: string;
  /** How often an idle spool is looked at; a click waits that long at most. Default 1 s. */
  readonly pollMs?: number;
  readonly log?: Log;
}

interface FolderIngest {
  readonly reader: FolderReader;
  readonly stream: StreamIngest;
}

const READ_BYTES = 8 * 1024 * 1024;
const TOUCH_MS = 5_000;
const MAX_DEAD_BYTES = 16 * 1024 * 1024;

/** The worker's end of the spool: every folder in turn, each an ordered stream with its position in a file beside it. */
export function createSpoolSource(options: SpoolSourceOptions): ClickSource {
  const { dir } = options;
  const log = options.log ?? silentLog;
  const pollMs = options.pollMs ?? 1_000;
  const stopping = new AbortController();
  const folders = new Map<string, FolderIngest>();
  let ready = false;
  let running: Promise<void> | undefined;

  const rest = (ms: number): Promise<void> =>
    wait(ms, undefined, { signal: stopping.signal }).catch(() => undefined);

  async function lockSpool(): Promise<FolderLock | null> {
    await mkdir(dir, { recursive: true });
    for (let said = false; !stopping.signal.aborted; said = true) {
      const lock = await acquireLock(join(dir, 'worker.lock'));
      if (lock) return lock;
      if (!said) log.warn({ dir }, 'another worker reads this spool: waiting for it to end');
      await rest(1_000);
    }
    return null;
  }

  async function openFolder(name: string, deps: IngestDeps): Promise<FolderIngest> {
    const known = folders.get(name);
    if (known) return known;
    const path = join(dir, name);
    const opened = {
      reader: createFolderReader(path),
      stream: createStreamIngest(await readState(path), {
        ...deps,
        source: folderStream(name),
        deadLetters: deadLetterFile(dir, log),
      }),
    };
    folders.set(name, opened);
    return opened;
  }

  /** One read of one folder. @returns whether it was read to its end. */
  async function visitFolder(name: string, deps: IngestDeps): Promise<boolean> {
    const { reader, stream } = await openFolder(name, deps);
    const from = Date.now();
    const { records, atEnd } = await reader.read(stream.next(), READ_BYTES);
    if (records.length > 0) {
      const ingest = (): Promise<void> => stream.offer(records, visitOf(join(dir, name), deps));
      const read = { source: folderStream(name), records: records.length, from, to: Date.now() };
      await (deps.trace === undefined ? ingest() : deps.trace.batch({ ...read, traceparents: [] }, ingest));
    }
    await reader.removeDone(stream.position().committed);
    return atEnd;
  }

  const visitOf = (path: string, { trace }: IngestDeps): StreamVisit => ({
    positions: tracedPositions(
      {
        announce: (first, last) => writeState(path, { committed: first, intent: last }),
        commit: (next) => writeState(path, { committed: next, intent: null }),
      },
      trace,
    ),
    pause: async (attempt) => {
      await rest(retryDelay(attempt));
      if (stopping.signal.aborted) throw new StopIngest();
    },
  });

  async function readAll(deps: IngestDeps): Promise<boolean> {
    let atEnd = true;
    for (const name of await listFolders(dir)) {
      if (stopping.signal.aborted) return false;
      try {
        atEnd = (await visitFolder(name, deps)) && atEnd;
      } catch (error) {
        folders.delete(name);
        atEnd = false;
        if (error instanceof StopIngest) return false;
        log.error({ err: error, folder: name }, 'a folder of the spool could not be read; it is tried again');
        await rest(1_000);
      }
    }
    return atEnd;
  }

  async function loop(deps: IngestDeps): Promise<void> {
    const lock = await lockSpool();
    if (!lock) return;
    const toucher = setInterval(() => void lock.touch().catch(() => undefined), TOUCH_MS);
    ready = true;
    try {
      let since = Date.now();
      while (!stopping.signal.aborted) {
        const began = Date.now();
        const atEnd = await readAll(deps);
        if (atEnd) since = began;
        deps.progress.report(SPOOL, since, atEnd ? 0 : 1);
        if (atEnd) await rest(pollMs);
      }
    } finally {
      ready = false;
      clearInterval(toucher);
      await lock.release();
    }
  }

  return {
    adapter: 'spool',
    run: (deps) => (running ??= loop(deps)),
    stop: async () => {
      stopping.abort();
      await running?.catch(() => undefined);
    },
    isReady: () => ready,
  };
}

const folderStream = (name: string): StreamName => ({ adapter: 'spool', stream: name, partition: 0 });

/** All folders together: they come and go with the redirectors, and one worker reads them all. */
const SPOOL: StreamName = { adapter: 'spool', stream: '', partition: 0 };

/** Dead letters of a box without Kafka: a file beside the folders, bounded, oldest kept. */
function deadLetterFile(dir: string, log: Log): DeadLetterBox {
  const path = join(dir, 'dead.ndjson');
  return {
    put: async (source, letters) => {
      log.warn(
        { folder: source.stream, letters: letters.length },
        'clicks that could not be read were put aside',
      );
      const size = await stat(path).then(
        (found) => found.size,
        () => 0,
      );
      if (size > MAX_DEAD_BYTES) return;
      const lines = letters.map((letter) => JSON.stringify({ folder: source.stream, ...letter }));
      await appendFile(path, `${lines.join('\n')}\n`);
    },
  };
}
