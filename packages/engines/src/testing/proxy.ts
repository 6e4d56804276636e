import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What a proxy does to the bytes that pass it.
 * - `pass`: nothing
 * - `refuse`: closes the port and cuts what is open: connecting gives ECONNREFUSED
 * - `blackhole`: accepts and keeps connections, but not a byte passes in either direction
 * - `delay`: each chunk from the server to the client comes `ms` later
 * - `resetAfter`: as soon as the client has sent something that `matches`, and that has been passed on and handed over to
 *   the server, the client's connection is reset and the server's answer thrown away. The server keeps its connection for
 *   `lingerMs` (default 200), so that it does the work (a COMMIT) whose answer never arrives. `once` (default true) goes
 *   back to `pass` afterwards.
 */
export type ProxyMode =
  | { kind: 'pass' | 'refuse' | 'blackhole' }
  | { kind: 'delay'; ms: number }
  | { kind: 'resetAfter'; matches: (sent: Buffer) => boolean; lingerMs?: number; once?: boolean };

/** A TCP proxy on a loopback port of its own, for slow, dead and cut connections. */
export interface Proxy {
  host: '127.0.0.1';
  port: number;
  /** The target's URL (or host:port) with the proxy's address in its place. */
  url: string;
  /** How many connections it has accepted so far. */
  readonly accepted: number;
  /** Resolves when the mode is in force, also for open connections. */
  set(mode: ProxyMode): Promise<void>;
  pass(): Promise<void>;
  refuse(): Promise<void>;
  blackhole(): Promise<void>;
  delay(ms: number): Promise<void>;
  resetAfter(
    matches: (sent: Buffer) => boolean,
    options?: { lingerMs?: number; once?: boolean },
  ): Promise<void>;
  /** Resets every open connection; new ones are treated as before. */
  cut(): void;
  close(): Promise<void>;
}

/** Starts a proxy in front of `target`: a URL with a port, or `host:port`. It begins in mode `pass`. */
export async function startProxy({ target }: { target: string }): Promise<Proxy> {
  const address = parseTarget(target);
  const pairs = new Set<Pair>();
  let mode: ProxyMode = { kind: 'pass' };
  let accepted = 0;
  const server = createServer({ noDelay: true, pauseOnConnect: true }, (client) => {
    accepted += 1;
    const pair = join(client, address, () => mode, set);
    pairs.add(pair);
    client.once('close', () => pairs.delete(pair));
  });
  await listen(server, 0);
  const { port } = server.address() as { port: number };
  const cut = () => pairs.forEach((pair) => pair.cut());

  async function set(next: ProxyMode): Promise<void> {
    mode = next;
    if (next.kind === 'refuse') {
      cut();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
      return;
    }
    if (!server.listening) await listen(server, port);
    pairs.forEach((pair) => pair.flow());
  }

  return {
    host: '127.0.0.1',
    port,
    url: address.withPort(port),
    get accepted() {
      return accepted;
    },
    set,
    pass: () => set({ kind: 'pass' }),
    refuse: () => set({ kind: 'refuse' }),
    blackhole: () => set({ kind: 'blackhole' }),
    delay: (ms) => set({ kind: 'delay', ms }),
    resetAfter: (matches, options = {}) => set({ kind: 'resetAfter', matches, ...options }),
    cut,
    close: () => set({ kind: 'refuse' }),
  };
}

interface Pair {
  flow(): void;
  cut(): void;
}

function join(
  client: Socket,
  target: { host: string; port: number },
  mode: () => ProxyMode,
  set: (mode: ProxyMode) => Promise<void>,
): Pair {
  const server = connect({ host: target.host, port: target.port, noDelay: true });
  const both = [client, server] as const;
  let abandoned = false; // the client is cut off, the server may finish
  for (const socket of both) socket.on('error', () => undefined);
  client.once('close', () => abandoned || server.destroy());
  server.once('close', () => client.destroy());
  client.on('end', () => server.end());
  server.on('end', () => abandoned || client.end());

  client.on('data', (chunk) => {
    const now = mode();
    if (now.kind !== 'resetAfter' || abandoned || !now.matches(chunk)) {
      server.write(chunk);
      return;
    }
    abandoned = true;
    if (now.once ?? true) void set({ kind: 'pass' });
    server.write(chunk, () => {
      client.resetAndDestroy();
      setTimeout(() => server.destroy(), now.lingerMs ?? 200).unref();
    });
  });

  let order = Promise.resolve(); // keeps delayed chunks in their order
  server.on('data', (chunk) => {
    if (abandoned) return;
    const now = mode();
    if (now.kind !== 'delay') {
      order = order.then(() => void client.write(chunk));
      return;
    }
    const due = sleep(now.ms);
    order = order.then(() => due).then(() => void (client.destroyed || client.write(chunk)));
  });

  const flow = () => {
    for (const socket of both) {
      if (mode().kind === 'blackhole') socket.pause();
      else socket.resume();
    }
  };
  flow();
  return {
    flow,
    cut: () => {
      if (!client.destroyed) client.resetAndDestroy();
      server.destroy();
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function parseTarget(target: string): { host: string; port: number; withPort(port: number): string } {
  const url = new URL(target.includes('://') ? target : `tcp://${target}`);
  if (url.port === '') throw new Error(`The proxy's target needs a port: ${target}`);
  return {
    host: url.hostname,
    port: Number(url.port),
    withPort: (port) => {
      if (!target.includes('://')) return `127.0.0.1:${port}`;
      return target.replace(url.host, `127.0.0.1:${port}`);
    },
  };
}
