import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/**
 * A stream that gives `request` and ends, and writes to `socket`. For a client that has closed its half of the connection:
 * nothing can be put back into a socket that has ended, and `node:http` takes any duplex stream.
 */
export function replay(socket: Socket, request: Buffer): Socket {
  const stream = new Duplex({
    read() {
      this.push(request);
      this.push(null);
    },
    write(chunk: Buffer, _encoding, done) {
      socket.write(chunk, () => done());
    },
    final(done) {
      socket.end(() => done());
    },
    destroy(error, done) {
      socket.destroySoon();
      done(error);
    },
  });
  socket.on('close', () => stream.destroy());
  // Typed as what the handler of connections takes; it uses no more of it than a stream has.
  return stream as unknown as Socket;
}
