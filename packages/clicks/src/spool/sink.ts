import { setTimeout as wait } from 'node:timers/promises';
import { silentLog, type Log } from '../log.ts';
import type { ClickBatch, ClickSink } from '../sink.ts';
import { encodeRecord, spoolBytes } from './layout.ts';
import { openSpoolWriter, type SpoolWriter } from './writer.ts';

export interface SpoolSinkOptions {
  readonly dir: string;
  /** Bytes that all segments of the spool may take together; past it clicks are dropped. Default 1 GiB. */
  readonly maxBytes?: number;
  /** A segment ends at this size (default 16 MiB) or age (default one minute). */
  readonly segmentBytes?: number;
  readonly segmentMs?: number;
  /** How often what was appended is forced to disk: a power cut loses that much at most, kill -9 nothing. Default 1 s. */
  readonly syncMs?: number;
  readonly log?: Log;
}

/** What may wait for a slow disk in memory. */
const MAX_PENDING_BYTES = 32 * 1024 * 1024;

interface Pending {
  readonly record: Buffer;
  readonly count: number;
  readonly settle: () => void;
}

/** The click stream on one box without Kafka: a bounded log on the local disk (layout.ts), read by the worker on the same box. */
export function createSpoolSink(options: SpoolSinkOptions): ClickSink {
  const log = options.log ?? silentLog;
  const maxBytes = options.maxBytes ?? 1024 ** 3;
  const limits = {
    segmentBytes: options.segmentBytes ?? 16 * 1024 * 1024,
    segmentMs: options.segmentMs ?? 60_000,
  };
  const pending: Pending[] = [];
  let pendingBytes = 0;
  let usedBytes = 0;
  let dropped = 0;
  let closed = false;
  let syncDue = false;
  let state: 'connecting' | 'ready' | 'failing' = 'connecting';
  let writer: Promise<SpoolWriter> | undefined;
  let work: Promise<void> | undefined;

  function openWriter(): Promise<SpoolWriter> {
    writer ??= (async () => {
      const opened = await openSpoolWriter(options.dir, limits);
      usedBytes = await spoolBytes(options.dir);
      return opened;
    })();
    // A failed attempt is not kept: the next click tries again.
    writer.catch(() => (writer = undefined));
    return writer;
  }

  function drop(count: number, why: unknown): void {
    if (state !== 'failing')
      log.error({ err: why }, 'the spool takes no clicks: they are dropped and counted');
    state = 'failing';
    dropped += count;
  }

  async function write(batch: readonly Pending[]): Promise<void> {
    const data = Buffer.concat(batch.map((item) => item.record));
    const count = clicksOf(batch);
    try {
      const target = await openWriter();
      if (usedBytes + data.length > maxBytes) {
        await target.succeed();
        return drop(count, new Error(`spool is full: ${usedBytes} bytes`));
      }
      const { records, bytes, error } = await target.append(data);
      usedBytes += bytes;
      if (error !== undefined) return drop(clicksOf(batch.slice(records)), error);
      if (state === 'failing') log.info({}, 'the spool takes clicks again');
      state = 'ready';
    } catch (error) {
      drop(count, error);
    }
  }

  async function maintain(): Promise<void> {
    try {
      const target = await openWriter();
      await target.sync();
      usedBytes = await spoolBytes(options.dir);
      if (state === 'connecting') state = 'ready';
    } catch (error) {
      drop(0, error);
    }
  }

  async function drain(): Promise<void> {
    while (syncDue || pending.length > 0) {
      if (syncDue) {
        syncDue = false;
        await maintain();
      }
      const batch = pending.splice(0, 64);
      if (batch.length === 0) continue;
      await write(batch);
      for (const item of batch) {
        pendingBytes -= item.record.length;
        item.settle();
      }
    }
  }

  /** One loop does all that touches the segment, so that nothing else is between two parts of an append. */
  function kick(): void {
    work ??= drain().finally(() => {
      work = undefined;
      if (pending.length > 0) kick();
    });
  }

  function enqueue(batch: ClickBatch): Promise<void> {
    const record = Buffer.from(encodeRecord(batch.ndjson));
    if (closed || pendingBytes + record.length > MAX_PENDING_BYTES) {
      drop(batch.count, new Error(closed ? 'the sink is closed' : 'the disk is too slow'));
      return Promise.resolve();
    }
    pendingBytes += record.length;
    return new Promise((settle) => {
      pending.push({ record, count: batch.count, settle });
      kick();
    });
  }

  const tick = (): void => {
    syncDue = true;
    kick();
  };
  const timer = setInterval(tick, options.syncMs ?? 1_000);
  timer.unref();
  tick();

  return {
    partitionFor: () => 0,
    send: async (batches) => {
      await Promise.all(batches.filter((batch) => batch.count > 0).map(enqueue));
    },
    dropped: () => dropped,
    state: () => state,
    close: async (timeoutMs = 5_000) => {
      if (closed) return;
      closed = true;
      clearInterval(timer);
      const timeout = new AbortController();
      const settled = async (): Promise<void> => {
        while (work) await work;
      };
      await Promise.race([settled(), wait(timeoutMs, undefined, { signal: timeout.signal })]);
      timeout.abort();
      const target = await writer?.catch(() => undefined);
      await target?.close().catch((error: unknown) => log.error({ err: error }, 'the spool did not close'));
    },
  };
}

const clicksOf = (batch: readonly Pending[]): number => batch.reduce((sum, item) => sum + item.count, 0);
