import type { IncomingMessage } from 'node:http';

const MOST_BYTES = 8 * 1_024 * 1_024;
const LONGEST_MS = 2_000;

/**
 * Reads what is left of a body and throws it away, so that a client that still sends gets to read its answer: closing the
 * connection under it would reset it, and the answer would be lost. Gives up after 8 MiB or 2 s. Never rejects.
 */
export function discardBody(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let length = 0;
    const finish = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(finish, LONGEST_MS);
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > MOST_BYTES) finish();
    });
    request.once('end', finish).once('close', finish).once('error', finish);
    request.resume();
  });
}
