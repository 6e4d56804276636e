import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClickBuffer } from './buffer.ts';
import { readBatch, type CapturedBatch } from './layout.ts';

const peer = { address: '127.0.0.1', bytes: Buffer.from('127.0.0.1'), isProxy: true };
const key = Buffer.from('default\nabc\n');
const headers = {
  userAgent: 'UA/1',
  referrer: 'https://a.example/\xe9',
  language: 'fr-CA',
  forwardedFor: '203.0.113.7',
  forwarded: '',
  noTrack: true,
};

const setUp = () => {
  const batches: CapturedBatch[] = [];
  const buffer = createClickBuffer({ deliver: (batch) => batches.push(batch) });
  const push = (ts = 1) => buffer.pushHeaders(key, ts, peer, headers);
  return { buffer, batches, push, counts: () => batches.map(({ count }) => count) };
};

/** A request of one header after the other, and where their values stand. */
const requestOf = (filler: string) => {
  let text = `GET /abc HTTP/1.1\r\nCookie: ${filler}\r\n`;
  const put = (value: string) => {
    const at = text.length;
    text += value;
    return [at, value === '' ? at : text.length] as const;
  };
  const [userAgentAt, userAgentEnd] = put(headers.userAgent);
  const [referrerAt, referrerEnd] = put(headers.referrer);
  const [languageAt, languageEnd] = put(headers.language);
  const [forwardedForAt, forwardedForEnd] = put(headers.forwardedFor);
  const none = { forwardedAt: 0, forwardedEnd: 0, noTrack: true };
  const spans = {
    ...{ userAgentAt, userAgentEnd, referrerAt, referrerEnd, languageAt, languageEnd },
    ...{ forwardedForAt, forwardedForEnd, ...none },
  };
  return { bytes: Buffer.from(text, 'latin1'), spans };
};

describe('the buffer of clicks', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('hands 500 clicks over at once (CLICK-2)', () => {
    const { counts, push, buffer } = setUp();
    for (let i = 0; i < 1_001; i += 1) push();
    expect(counts()).toEqual([500, 500]);
    expect(buffer.size).toBe(1);
  });

  it('lets no click wait for longer than 100 ms', () => {
    const { counts, push } = setUp();
    push();
    vi.advanceTimersByTime(99);
    push();
    expect(counts()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(counts()).toEqual([2]);
    vi.advanceTimersByTime(1_000);
    expect(counts()).toEqual([2]);
  });

  it('gives what it has when asked to, and nothing twice', () => {
    const { counts, push, buffer } = setUp();
    push();
    buffer.flush();
    buffer.flush();
    vi.advanceTimersByTime(1_000);
    expect(counts()).toEqual([1]);
  });

  it.each([0, 5_000])('keeps every value of both lanes, with %i bytes of other headers', (filler) => {
    const { buffer, batches } = setUp();
    const { bytes, spans } = requestOf('c'.repeat(filler));
    buffer.pushRequest(key, 7, peer, bytes, spans);
    buffer.pushHeaders(key, 7, peer, headers);
    bytes.fill(0);
    buffer.flush();
    const click = { ...headers, ts: 7, key: 'default\nabc\n', peer: '127.0.0.1' };
    expect(batches.flatMap(readBatch)).toEqual([click, click]);
  });

  it('takes a batch of its own memory, which later clicks do not touch', () => {
    const { buffer, batches, push } = setUp();
    push(1);
    buffer.flush();
    push(2);
    buffer.flush();
    expect(batches.flatMap(readBatch).map(({ ts }) => ts)).toEqual([1, 2]);
  });

  it('loses no click when long headers fill a batch before its 500', () => {
    const { buffer, batches } = setUp();
    const long = { ...headers, userAgent: 'u'.repeat(9_000), referrer: 'r'.repeat(9_000) };
    for (let ts = 0; ts < 400; ts += 1) buffer.pushHeaders(key, ts, peer, long);
    buffer.flush();
    expect(batches.length).toBeGreaterThan(1);
    const clicks = batches.flatMap(readBatch);
    expect(clicks.map(({ ts }) => ts)).toEqual(Array.from({ length: 400 }, (_, ts) => ts));
    expect(new Set(clicks.map(({ userAgent }) => userAgent.length))).toEqual(new Set([512]));
  });
});
