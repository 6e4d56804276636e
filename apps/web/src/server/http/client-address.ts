import type { IncomingMessage } from 'node:http';
import { clientAddress } from '@brevia/core';

/** The sender's address; forwarded headers count only where the peer is a trusted proxy (C183, C185). */
export function addressOf(request: IncomingMessage, trusted: (address: string) => boolean): string {
  return clientAddress(
    {
      peer: request.socket.remoteAddress,
      forwardedFor: joined(request.headers['x-forwarded-for']),
      forwarded: joined(request.headers.forwarded),
    },
    trusted,
  );
}

function joined(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}
