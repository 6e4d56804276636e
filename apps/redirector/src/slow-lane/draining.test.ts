import { afterEach, describe, expect, it } from 'vitest';
import { openLanes, type Lanes } from '../testing/lanes.ts';
import { manyLinks } from '../testing/links.ts';
import { openRaw } from '../testing/raw-http.ts';

let lanes: Lanes;
const open = async () => (lanes = await openLanes({ links: manyLinks }));
afterEach(() => lanes.close());

describe('connections', () => {
  it('are closed by their next answer when draining, and no request is lost', async () => {
    await open();
    const connections = await Promise.all(Array.from({ length: 4 }, () => openRaw(lanes.url)));
    const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
    const paths = ['/abc', '/abc', '/abc?slow', '/nothing'];
    for (const [i, { socket }] of connections.entries()) socket.write(ask(paths[i]!));
    await Promise.all(connections.map((connection) => connection.answers(1)));
    const drained = lanes.drain(5_000);
    for (const [i, { socket }] of connections.entries()) socket.write(ask(paths[i]!));
    for (const connection of connections) {
      const [, last] = await connection.answers(2);
      expect(last?.headers).toContainEqual(['Connection', 'close']);
      await connection.closed;
      connection.socket.destroy();
    }
    await drained;
  });

  it('that idle are let go when draining', async () => {
    await open();
    const fast = await openRaw(lanes.url);
    const slow = await openRaw(lanes.url);
    slow.socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await slow.answers(1);
    const drained = lanes.drain(100);
    await Promise.all([fast.closed, slow.closed]);
    fast.socket.destroy();
    slow.socket.destroy();
    await drained;
  });
});
