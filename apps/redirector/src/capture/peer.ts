import type { Socket } from 'node:net';
import { canonicalAddress, clientAddress } from '@brevia/core';

export interface Peer {
  readonly address: string;
  /** The address as a click takes it. */
  readonly bytes: Uint8Array;
  /** Only a trusted proxy is believed about who stands behind it. */
  readonly isProxy: boolean;
}

export interface Peers {
  of(socket: Socket): Peer;
  /** Says who is behind a stream that stands for a socket. */
  introduce(stream: Socket, peer: Peer): void;
  /** The visitor's address, for the limiter of scans. */
  visitor(peer: Peer, forwardedFor: string | undefined, forwarded: string | undefined): string;
}

const PEER = Symbol('who is at the other end');
type Known = Socket & { [PEER]?: Peer };

/** Who is at the other end: found once a connection, since the address of a socket never changes. */
export function createPeers(trusted: (address: string) => boolean): Peers {
  const identify = (socket: Socket): Peer => {
    const address = canonicalAddress(socket.remoteAddress ?? '');
    return { address, bytes: Buffer.from(address, 'latin1'), isProxy: address !== '' && trusted(address) };
  };
  return {
    of: (socket: Known) => (socket[PEER] ??= identify(socket)),
    introduce: (stream: Known, peer) => void (stream[PEER] = peer),
    visitor(peer, forwardedFor, forwarded) {
      if (!peer.isProxy) return peer.address;
      return clientAddress({ peer: peer.address, forwardedFor, forwarded }, trusted);
    },
  };
}
