import { createServer } from 'node:net';

// Below the range that systems give to outgoing connections (from 32768 on Linux, 49152 on macOS): a client that keeps
// dialling a dead server's port from inside that range can connect to itself and so take the port away.
const LOWEST = 20_000;
const HIGHEST = 32_700;

/** Whether a server could listen on the port of 127.0.0.1 now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** A port of 127.0.0.1 that is free now; another program may still take it, so be ready to ask again. */
export async function freePort(random: () => number = Math.random): Promise<number> {
  for (let tries = 0; tries < 1000; tries += 1) {
    const port = LOWEST + Math.floor(random() * (HIGHEST - LOWEST + 1));
    if (await isPortFree(port)) return port;
  }
  throw new Error(`No free port between ${LOWEST} and ${HIGHEST} on 127.0.0.1.`);
}
