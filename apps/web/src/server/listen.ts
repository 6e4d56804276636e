import { createServer as createNetServer, type Server } from 'node:net';
import { SettingsError } from '@brevia/core/settings';

export interface Address {
  /** The setting that chose the port, for the message. */
  readonly name: string;
  readonly port: number;
  readonly host: string;
}

/** Listens and gives the port. @throws SettingsError that names the port, when it is taken or not allowed */
export function listen(server: Server, { name, port, host }: Address): Promise<number> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE'
          ? 'is in use'
          : error.code === 'EACCES'
            ? 'needs more rights than this process has'
            : `can not be opened (${error.code ?? error.message})`;
      reject(new SettingsError(`Port ${port} on ${host} (${name}) ${reason}. Choose another one.`));
    };
    server.once('error', onError);
    server.listen({ port, host, exclusive: false }, () => {
      server.off('error', onError);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/** A port that was free a moment ago: for a server whose own address must be known before it listens. */
export async function freePort(host: string): Promise<number> {
  const probe = createNetServer();
  const port = await listen(probe, { name: 'WEB_PORT', port: 0, host });
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
