import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLanes, type Lanes } from '../testing/lanes.ts';
import { exchange, openRaw, parseAnswers } from '../testing/raw-http.ts';

let lanes: Lanes;
beforeEach(async () => {
  lanes = await openLanes({ links: [{ code: 'abc', longUrl: 'https://example.com/' }] });
});
afterEach(() => lanes.close());

const CONNECT = 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n';
const GET = 'GET /abc HTTP/1.1\r\nHost: s.example\r\n\r\n';

describe('CONNECT (RED-2)', () => {
  it('is a 405 with Allow, and the connection is closed', async () => {
    const connection = await openRaw(lanes.url);
    connection.socket.write(CONNECT);
    await connection.closed;
    connection.socket.destroy();
    const { answers, rest } = parseAnswers(connection.received());
    expect(rest).toBe('');
    expect(answers).toMatchObject([{ status: 405, body: '' }]);
    expect(answers[0]?.headers).toContainEqual(['Allow', 'GET, HEAD']);
    expect(answers[0]?.headers).toContainEqual(['Connection', 'close']);
  });

  it('opens no tunnel: what follows it is not answered', async () => {
    expect(
      parseAnswers(await exchange(lanes.url, CONNECT + GET)).answers.map(({ status }) => status),
    ).toEqual([405]);
  });

  it('after another request on the connection is refused as well', async () => {
    const connection = await openRaw(lanes.url);
    connection.socket.write(GET);
    await connection.answers(1);
    connection.socket.write(CONNECT);
    expect((await connection.answers(2)).map(({ status }) => status)).toEqual([302, 405]);
    connection.socket.destroy();
  });

  it('of a client that is gone at once harms nobody else', async () => {
    for (let n = 0; n < 20; n++) {
      const connection = await openRaw(lanes.url);
      connection.socket.write(CONNECT);
      connection.socket.resetAndDestroy();
    }
    expect(parseAnswers(await exchange(lanes.url, GET)).answers).toMatchObject([{ status: 302 }]);
  });

  it('of a client that never closes does not hold a shutdown up', async () => {
    const connection = await openRaw(lanes.url);
    connection.socket.write(CONNECT);
    await connection.closed;
    await lanes.drain(5_000);
    connection.socket.destroy();
  });
});
