import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  /** As it came over the wire. */
  readonly raw: string;
  readonly mail: Email;
  /** Who signed in, null where nobody had to. */
  readonly user: string | null;
  readonly isEncrypted: boolean;
}

/** A real SMTP server on a free port, which keeps what it gets; TLS is off unless the options bring it. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const bytes = Buffer.concat(chunks);
        PostalMime.parse(bytes).then((mail) => {
          received.push({
            from: session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address,
            to: session.envelope.rcptTo.map(({ address }) => address),
            raw: bytes.toString('latin1'),
            mail,
            user: (session.user as string | undefined) ?? null,
            isEncrypted: session.secure,
          });
          done();
        }, done);
      });
    },
    ...options,
  });
  // What a client does wrong is the client's to report.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(resolve);
    });
  return { port, url: `smtp://127.0.0.1:${port}`, received, close, [Symbol.asyncDispose]: close };
}

/** A port where connections are taken and nothing is ever said. */
export async function startSilentServer() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => {
        resolve();
      });
      for (const socket of sockets) socket.destroy();
    });
  return {
    url: `smtp://127.0.0.1:${port}`,
    connections: () => sockets.size,
    close,
    [Symbol.asyncDispose]: close,
  };
}
