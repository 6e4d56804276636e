import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLanes, type Captured, type Lanes } from '../testing/lanes.ts';
import { openRaw } from '../testing/raw-http.ts';
import { browserRequest, tricks } from '../testing/tricks.ts';

// The property that makes the fast lane safe: whatever arrives, a redirector with it and one without it give the same
// bytes (but the date) and capture the same clicks.

const links = [
  { code: 'abc', longUrl: 'https://example.com/a?b#c', ownerId: 'w1' },
  { code: 'perm', longUrl: 'https://example.com/p', permanent: true },
  { code: 'fwd', longUrl: 'https://example.com/?ref=mine', forwardQuery: true },
  { code: 'off', enabled: false },
  { code: 'old', expiresAt: 1 },
  { code: 'healthz', longUrl: 'https://example.com/not-a-link' },
];

let both: [fast: Lanes, slow: Lanes];
beforeAll(async () => {
  const options = { links, trustedProxies: '127.0.0.1', freshMs: 3_600_000 };
  both = [await openLanes(options), await openLanes({ ...options, fastLane: false })];
  // Every link fresh in both memories.
  for (const { code } of links) await expectSame([`GET /${code}/ HTTP/1.1\r\nHost: a\r\n\r\n`]);
});
afterAll(() => Promise.all(both.map((lanes) => lanes.close())));

/** All that comes back, without dates, until the server closes; the client closes its half after the last part. */
async function talk(lanes: Lanes, parts: readonly string[]): Promise<{ text: string; clicks: Captured[] }> {
  const before = lanes.captured().length;
  let served: { bytesRead: number } | undefined;
  lanes.server.once('connection', (socket: { bytesRead: number }) => (served = socket));
  const connection = await openRaw(lanes.url);
  let sent = 0;
  for (const [i, part] of parts.entries()) {
    connection.socket.write(part, 'latin1');
    sent += part.length;
    // The next part only when this one has been read: otherwise both may arrive as one chunk.
    while (i < parts.length - 1 && !connection.socket.destroyed && (served?.bytesRead ?? 0) < sent) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  connection.socket.end();
  await connection.closed;
  connection.socket.destroy();
  const text = connection.received().replace(/Date: [^\r\n]*\r\n/g, '');
  return { text, clicks: lanes.captured().slice(before) };
}

async function expectSame(parts: readonly string[]): Promise<void> {
  const [fast, slow] = await Promise.all(both.map((lanes) => talk(lanes, parts)));
  expect(fast).toEqual(slow);
}

const fastAnswers = () => both[0].counters.fastTemporary + both[0].counters.fastPermanent;

describe('both lanes', () => {
  it('agree on plain requests, and the fast one does answer them', async () => {
    const plain = [
      browserRequest('/abc'),
      browserRequest('/perm'),
      browserRequest('/fwd'),
      browserRequest('/fwd?'),
      browserRequest('/abc?'),
      browserRequest('/abc?fbclid=IwAR0_x-y&utm_source=a%20b%zz&x=/?:@'),
      'GET /abc HTTP/1.1\r\nHost:a\r\n\r\n',
      'GET /abc HTTP/1.1\r\nhost: a\r\nUSER-AGENT: x\r\nX-Forwarded-For: 203.0.113.9\r\nForwarded: for=1.2.3.4\r\n\r\n',
      'GET /abc HTTP/1.1\r\nHost: a\r\nDNT: 1\r\nSec-GPC: 0\r\nReferer:   https://x.example/\r\n\r\n',
    ];
    for (const request of plain) {
      const before = fastAnswers();
      await expectSame([request]);
      expect(fastAnswers()).toBe(before + 1);
      await expectSame([request, request, request]);
      expect(fastAnswers()).toBe(before + 4);
    }
  });

  it.each(tricks.map((request) => [request]))('agree on a trick: %j', async (request) => {
    await expectSame([request]);
    await expectSame([request, browserRequest('/abc')]);
    await expectSame([browserRequest('/abc'), request]);
  });

  it('agree when a request is split at any byte', async () => {
    const request = browserRequest('/abc');
    for (let at = 1; at < request.length; at += 1) {
      await expectSame([request.slice(0, at), request.slice(at)]);
    }
  }, 60_000);

  it('agree when two requests are split at any byte', async () => {
    const requests =
      'GET /abc HTTP/1.1\r\nHost: a\r\n\r\nGET /perm HTTP/1.1\r\nHost: a\r\nUser-Agent: second\r\n\r\n';
    for (let at = 1; at < requests.length; at += 1) {
      await expectSame([requests.slice(0, at), requests.slice(at)]);
    }
  }, 60_000);

  const piece = fc.oneof(
    fc.constantFrom(
      '\r\n',
      '\n',
      '\r',
      ' ',
      '\t',
      ':',
      '\0',
      '\x0b',
      '\x7f',
      '\xff',
      ',',
      '?',
      '/',
      '#',
      '%',
      '\r\n\r\n',
      'Host: b\r\n',
      'Content-Length: 3\r\n',
      'Transfer-Encoding: chunked\r\n',
      'Connection: close\r\n',
      'Connection: keep-alive\r\n',
      'Purpose: prefetch\r\n',
      'Expect: 100-continue\r\n',
      'User-Agent: other\r\n',
      'DNT: 1\r\n',
      'X-Forwarded-For: 198.51.100.4\r\n',
      'GET /perm HTTP/1.1\r\nHost: a\r\n\r\n',
    ),
    fc.string({ maxLength: 4, unit: 'binary-ascii' }),
  );
  const mutation = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    remove: fc.nat({ max: 6 }),
    insert: piece,
    atLine: fc.boolean(),
  });
  const start = fc.constantFrom(
    browserRequest('/abc'),
    browserRequest('/perm'),
    browserRequest('/nothing'),
    browserRequest('/abc?fbclid=x%2'),
    browserRequest('/fwd?a=1&b'),
    'GET /abc HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET /fwd?x=1 HTTP/1.1\r\nHost: a\r\nUser-Agent: x\r\n\r\n',
    'GET /abc HTTP/1.1\r\nHost: a\r\nReferer: https://a.example/\r\nDNT: 1\r\n\r\n',
  );

  it('agree on requests with anything put in or taken out anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(
        start,
        fc.array(mutation, { minLength: 1, maxLength: 3 }),
        async (request, mutations) => {
          let text = request;
          for (const { at, remove, insert, atLine } of mutations) {
            let position = Math.floor(at * text.length);
            if (atLine) position = Math.max(0, text.lastIndexOf('\r\n', position) + 2);
            text = text.slice(0, position) + insert + text.slice(position + (atLine ? 0 : remove));
          }
          await expectSame([text]);
        },
      ),
      { numRuns: 600 },
    );
  }, 60_000);
});
