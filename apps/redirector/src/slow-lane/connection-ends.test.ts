import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openLanes, type Lanes } from '../testing/lanes.ts';
import { plainLink } from '../testing/links.ts';
import { exchange, openRaw, parseAnswers } from '../testing/raw-http.ts';

let lanes: Lanes;
afterEach(() => lanes.close());

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
const statuses = (text: string) => parseAnswers(text).answers.map(({ status }) => status);

/** A store that answers when it is told to; `known` are links that memory has at once. */
async function openSlow(fastLane: boolean, known: readonly string[] = []) {
  let answer: () => void = () => undefined;
  const told = new Promise<void>((resolve) => (answer = resolve));
  lanes = await openLanes({
    fastLane,
    freshMs: 3_600_000,
    find: async (code) => {
      if (!known.includes(code)) await told;
      return code.startsWith('no') ? null : { ...plainLink, code };
    },
  });
  for (const code of known) await exchange(lanes.url, get(`/${code}`, 'Connection: close\r\n'));
  return { answer };
}

describe.each([true, false])('a connection that ends early (fast lane: %s)', (fastLane) => {
  it.each([
    ['a known link', '/new', [302]],
    ['an unknown one', '/no', [404]],
  ])(
    'by its client, which asked for %s and closed its half, is answered all the same',
    async (_, path, expected) => {
      const { answer } = await openSlow(fastLane);
      const served = once(lanes.server, 'connection') as Promise<[Socket]>;
      const connection = await openRaw(lanes.url);
      connection.socket.write(get(path));
      connection.socket.end();
      const [socket] = await served;
      await once(socket, 'end');
      answer();
      await connection.closed;
      expect(statuses(connection.received())).toEqual(expected);
      expect(lanes.captured()).toHaveLength(expected[0] === 302 ? 1 : 0);
    },
  );

  it.each([
    ['rubbish', '\0rubbish\r\n\r\n', 400],
    ['a head that is too long', `GET / HTTP/1.1\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
    ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n', 405],
  ])('by %s, is refused only after the answers that are on their way (RFC 9112)', async (_, last, status) => {
    const { answer } = await openSlow(fastLane, ['abc']);
    const before = lanes.counters.clientErrors;
    const connection = await openRaw(lanes.url);
    connection.socket.write(get('/abc') + get('/abc') + get('/no') + get('/new') + last, 'latin1');
    await connection.answers(2);
    answer();
    await connection.closed;
    connection.socket.destroy();
    const { answers } = parseAnswers(connection.received());
    expect(answers.map((one) => one.status)).toEqual([302, 302, 404, 302, status]);
    expect(answers.at(-1)?.headers).toContainEqual(['Connection', 'close']);
    expect(connection.received().match(/^Date: /gm)).toHaveLength(5);
    expect(lanes.counters.clientErrors - before).toBeLessThanOrEqual(1);
  });

  it('by a request that asks to close, says nothing about the bytes behind it', async () => {
    const { answer } = await openSlow(fastLane);
    const connection = await openRaw(lanes.url);
    connection.socket.write(get('/no', 'Connection: close\r\n') + get('/new'));
    await new Promise((resolve) => setImmediate(resolve));
    answer();
    await connection.closed;
    connection.socket.destroy();
    expect(statuses(connection.received())).toEqual([404]);
  });
});

describe('a request that others on the way may read otherwise', () => {
  it.each([
    ['an empty Transfer-Encoding', 'Transfer-Encoding: \r\n'],
    ['one that is not chunked', 'Transfer-Encoding: identity\r\n'],
    ['one that looks like chunked', 'Transfer-Encoding: xchunked\r\n'],
  ])('by %s, is a 400 and the last of its connection', async (_, header) => {
    lanes = await openLanes({ links: [{ code: 'abc' }] });
    const text = await exchange(lanes.url, get('/abc', header) + get('/abc'));
    expect(statuses(text)[0]).toBe(400);
    expect(text).not.toContain('302');
  });

  it.each(['a b', 'a/../b', 'x@y', 'a"b', 'a<b>'])('by the host %j, is a 400 in both lanes', async (host) => {
    lanes = await openLanes({ links: [{ code: 'abc' }] });
    const text = await exchange(lanes.url, `GET /abc HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    expect(statuses(text)).toEqual([400]);
  });

  it.each(['a', 'a:80', '[::1]:3001', 'x.example.', ''])('is not one by the host %j', async (host) => {
    lanes = await openLanes({ links: [{ code: 'abc' }] });
    const text = await exchange(lanes.url, `GET /abc HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(statuses(text)).toEqual([302]);
  });

  it.each([
    ['GET /abc HTTP/2.0', 505],
    ['GET http:///abc HTTP/1.1', 400],
  ])('%s is refused', async (line, status) => {
    lanes = await openLanes({ links: [{ code: 'abc' }] });
    expect(statuses(await exchange(lanes.url, `${line}\r\nHost: a\r\n\r\n`))).toEqual([status]);
  });
});
