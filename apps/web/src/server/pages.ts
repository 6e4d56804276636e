import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

export interface Pages {
  handle(this: void, request: IncomingMessage, response: ServerResponse): Promise<void>;
  upgrade(this: void, request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(this: void): Promise<void>;
}

/** Next as a handler inside our server: the built pages, or in development the compiler with its reload socket. */
export async function openPages(options: {
  readonly isDev: boolean;
  readonly folder: string;
  readonly host: string;
  readonly port: number;
}): Promise<Pages> {
  const { default: next } = await import('next');
  const app = next({ dev: options.isDev, dir: options.folder, hostname: options.host, port: options.port });
  await app.prepare();
  const handle = app.getRequestHandler();
  const upgrade = app.getUpgradeHandler();
  return {
    handle: (request, response) => handle(request, response),
    upgrade(request, socket, head) {
      upgrade(request, socket, head).catch(() => socket.destroy());
    },
    close: () => app.close(),
  };
}
