import { LONGEST, type ClickHeaders, type ClickSpans } from './headers.ts';
import { FLAGS_AT, LENGTHS, NO_TRACK, type CapturedBatch } from './layout.ts';
import type { Peer } from './peer.ts';

export interface ClickBuffer {
  /** Captures a click of the fast lane: its headers are spans of `request`, which is not kept. */
  pushRequest(key: Uint8Array, ts: number, peer: Peer, request: Uint8Array, spans: ClickSpans): void;
  /** Captures a click of the slow lane. */
  pushHeaders(key: Uint8Array, ts: number, peer: Peer, headers: ClickHeaders): void;
  flush(): void;
  /** Clicks that wait here. */
  readonly size: number;
}

export interface ClickBufferOptions {
  /** Takes over a full batch, its memory included. */
  readonly deliver: (batch: CapturedBatch) => void;
  readonly maxClicks?: number;
  readonly maxMs?: number;
}

/** A browser's click takes 200 bytes; whoever sends more fills a batch sooner. */
const CAPACITY = 131_072;
/** More than the longest click. */
const RESERVE = 1_024 + LONGEST.userAgent + LONGEST.referrer + LONGEST.language + 2 * LONGEST.chain;

/** Collects clicks on the serving thread (CLICK-2): each 500, or each 100 ms, go on as one batch. A push allocates nothing. */
export function createClickBuffer(options: ClickBufferOptions): ClickBuffer {
  const { deliver, maxClicks, maxMs } = { maxClicks: 500, maxMs: 100, ...options };
  let { times, lengths, bytes } = allocate(maxClicks, CAPACITY);
  let count = 0;
  let used = 0;
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (count === 0) return;
    const full = { count, times, lengths, bytes };
    // A batch that waits somewhere holds no more memory than it needs.
    const isSmall = used < CAPACITY / 2;
    const batch = isSmall ? shrink(full, used) : full;
    if (!isSmall) ({ times, lengths, bytes } = allocate(maxClicks, CAPACITY));
    count = 0;
    used = 0;
    deliver(batch);
  };

  const copy = (from: Uint8Array, begin: number, end: number): number => {
    // Byte by byte: for values this short `set` with a `subarray` costs more, and leaves an object behind.
    const to = bytes;
    let at = used;
    for (let i = begin; i < end; i += 1, at += 1) to[at] = from[i]!;
    used = at;
    return end - begin;
  };
  /** @returns where the click's lengths stand */
  const begin = (key: Uint8Array, ts: number, peer: Peer, noTrack: boolean): number => {
    if (used + RESERVE > CAPACITY) flush();
    const at = count * LENGTHS;
    times[count] = ts;
    lengths[at] = copy(key, 0, key.length);
    lengths[at + 1] = copy(peer.bytes, 0, peer.bytes.length);
    lengths[at + FLAGS_AT] = noTrack ? NO_TRACK : 0;
    return at;
  };

  const end = (): void => {
    count += 1;
    if (count >= maxClicks) flush();
    else timer ??= setTimeout(flush, maxMs);
  };

  return {
    pushRequest(key, ts, peer, request, spans) {
      const at = begin(key, ts, peer, spans.noTrack);
      const { userAgentAt, referrerAt, languageAt, forwardedForEnd, forwardedEnd } = spans;
      lengths[at + 2] = copy(
        request,
        userAgentAt,
        Math.min(spans.userAgentEnd, userAgentAt + LONGEST.userAgent),
      );
      lengths[at + 3] = copy(request, referrerAt, Math.min(spans.referrerEnd, referrerAt + LONGEST.referrer));
      lengths[at + 4] = copy(request, languageAt, Math.min(spans.languageEnd, languageAt + LONGEST.language));
      if (peer.isProxy) {
        // The right end of a chain is the part that proxies wrote.
        const forwardedForAt = Math.max(spans.forwardedForAt, forwardedForEnd - LONGEST.chain);
        const forwardedAt = Math.max(spans.forwardedAt, forwardedEnd - LONGEST.chain);
        lengths[at + 5] = copy(request, forwardedForAt, forwardedForEnd);
        lengths[at + 6] = copy(request, forwardedAt, forwardedEnd);
      } else {
        lengths[at + 5] = 0;
        lengths[at + 6] = 0;
      }
      end();
    },
    pushHeaders(key, ts, peer, headers) {
      const at = begin(key, ts, peer, headers.noTrack);
      const userAgent = headers.userAgent.slice(0, LONGEST.userAgent);
      const referrer = headers.referrer.slice(0, LONGEST.referrer);
      const language = headers.language.slice(0, LONGEST.language);
      const forwardedFor = peer.isProxy ? headers.forwardedFor.slice(-LONGEST.chain) : '';
      const forwarded = peer.isProxy ? headers.forwarded.slice(-LONGEST.chain) : '';
      // One call for all: what it costs is the way out of JavaScript.
      used += bytes.write(userAgent + referrer + language + forwardedFor + forwarded, used, 'latin1');
      lengths[at + 2] = userAgent.length;
      lengths[at + 3] = referrer.length;
      lengths[at + 4] = language.length;
      lengths[at + 5] = forwardedFor.length;
      lengths[at + 6] = forwarded.length;
      end();
    },
    flush,
    get size() {
      return count;
    },
  };
}

type Memory = Pick<CapturedBatch, 'times' | 'lengths'> & { readonly bytes: Buffer };

function allocate(clicks: number, bytes: number): Memory {
  const lengthsAt = clicks * Float64Array.BYTES_PER_ELEMENT;
  const bytesAt = lengthsAt + clicks * LENGTHS * Uint16Array.BYTES_PER_ELEMENT;
  const memory = new ArrayBuffer(bytesAt + bytes);
  return {
    times: new Float64Array(memory, 0, clicks),
    lengths: new Uint16Array(memory, lengthsAt, clicks * LENGTHS),
    bytes: Buffer.from(memory, bytesAt, bytes),
  };
}

function shrink({ count, times, lengths, bytes }: CapturedBatch, used: number): CapturedBatch {
  const small = allocate(count, used);
  small.times.set(times.subarray(0, count));
  small.lengths.set(lengths.subarray(0, count * LENGTHS));
  small.bytes.set(bytes.subarray(0, used));
  return { count, ...small };
}
