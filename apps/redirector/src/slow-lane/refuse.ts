import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Long enough to read a refusal; whoever goes on sending after it is not waited for. */
const REFUSAL_MS = 1_000;

/**
 * The last answer of a connection whose bytes `node:http` could not or would not read any further. Answers to requests
 * before it may still be on their way, and stand before it (RFC 9112, 9.3.2).
 */
export function refuse(socket: Socket, status: string, headers = ''): void {
  const pending = pendingAnswer(socket);
  if (pending !== null) {
    pending.once('close', () => setImmediate(refuse, socket, status, headers));
    return;
  }
  // It may be closed by now: by the client, or by an answer that was to be the last.
  if (!socket.writable) return void socket.destroy();
  const date = new Date().toUTCString();
  socket.end(
    `HTTP/1.1 ${status}\r\n${headers}Content-Length: 0\r\nDate: ${date}\r\nConnection: close\r\n\r\n`,
  );
  socket.resume();
  setTimeout(() => socket.destroy(), REFUSAL_MS).unref();
}

/** `node:http` tells nobody which answer a socket waits for, but keeps it there. */
function pendingAnswer(socket: Socket & { _httpMessage?: ServerResponse | null }): ServerResponse | null {
  return socket._httpMessage ?? null;
}
