import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startProxy, type Proxy } from '../src/testing/proxy.ts';
import { waitFor } from '../src/testing/wait-for.ts';

/** A server that answers each chunk in upper case, and remembers what it got. */
async function shouting(): Promise<{ target: string; received: string[] }> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      received.push(chunk.toString());
      socket.write(chunk.toString().toUpperCase());
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    sockets.forEach((socket) => socket.destroy());
  });
  await once(server, 'listening');
  return { target: `127.0.0.1:${(server.address() as { port: number }).port}`, received };
}

async function proxied(): Promise<{ proxy: Proxy; received: string[] }> {
  const { target, received } = await shouting();
  const proxy = await startProxy({ target });
  onTestFinished(() => proxy.close());
  return { proxy, received };
}

async function dial({ port }: Proxy): Promise<{ ask: (text: string) => Promise<string>; socket: Socket }> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const ask = (text: string) =>
    new Promise<string>((resolve, reject) => {
      socket.once('data', (chunk) => resolve(chunk.toString()));
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('closed')));
      socket.write(text);
    });
  return { ask, socket };
}

const closing = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

const silence = (answer: Promise<string>, ms: number) =>
  Promise.race([answer, sleep(ms, 'nothing', { ref: false })]);

describe('the proxy for tests', () => {
  it('passes bytes in both directions, and its URL is that of the target with another address', async () => {
    const { proxy } = await proxied();
    const { ask } = await dial(proxy);
    expect(await ask('hello')).toBe('HELLO');
    const named = await startProxy({ target: 'postgres://me:pw@localhost:5432/db?a=b' });
    onTestFinished(() => named.close());
    expect(named.url).toBe(`postgres://me:pw@127.0.0.1:${named.port}/db?a=b`);
  });

  it('refuses: open connections are cut, new ones get ECONNREFUSED; then the same port works again', async () => {
    const { proxy } = await proxied();
    const { socket, ask } = await dial(proxy);
    await ask('before');
    const closed = closing(socket);
    await proxy.refuse();
    await closed;
    await expect(dial(proxy)).rejects.toThrow('ECONNREFUSED');
    await proxy.pass();
    expect(await (await dial(proxy)).ask('after')).toBe('AFTER');
  });

  it('is a black hole: connects, never answers; what was sent arrives when it passes again', async () => {
    const { proxy, received } = await proxied();
    const old = await dial(proxy);
    await old.ask('one');
    await proxy.blackhole();
    const answer = old.ask('two');
    const fresh = (await dial(proxy)).ask('three');
    expect(await silence(Promise.race([answer, fresh]), 60)).toBe('nothing');
    expect(received).toEqual(['one']);
    await proxy.pass();
    expect(await answer).toBe('TWO');
    expect(await fresh).toBe('THREE');
  });

  it('delays answers and keeps their order', async () => {
    const { proxy } = await proxied();
    const { ask, socket } = await dial(proxy);
    await proxy.delay(80);
    const started = performance.now();
    expect(await ask('slow')).toBe('SLOW');
    expect(performance.now() - started).toBeGreaterThanOrEqual(75);
    let answers = '';
    socket.on('data', (chunk) => (answers += chunk.toString()));
    for (const word of ['a', 'b', 'c']) socket.write(word);
    await proxy.delay(0);
    socket.write('d');
    await waitFor(() => answers.length === 4);
    expect(answers).toBe('ABCD');
  });

  it('resets after a match: the server gets the request, the client no answer, and then all passes', async () => {
    const { proxy, received } = await proxied();
    const { ask } = await dial(proxy);
    await proxy.resetAfter((sent) => sent.includes('COMMIT'));
    expect(await ask('BEGIN, then ')).toBe('BEGIN, THEN ');
    await expect(ask('COMMIT')).rejects.toThrow(/ECONNRESET|closed/);
    await waitFor(() => received.includes('COMMIT'));
    expect(await (await dial(proxy)).ask('COMMIT again')).toBe('COMMIT AGAIN');
  });

  it('cuts open connections, takes new ones, and counts them', async () => {
    const { proxy } = await proxied();
    const { socket, ask } = await dial(proxy);
    await ask('x');
    const closed = closing(socket);
    proxy.cut();
    await closed;
    await dial(proxy);
    expect(proxy.accepted).toBe(2);
  });
});
