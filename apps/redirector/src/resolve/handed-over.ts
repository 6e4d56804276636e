import type { Socket } from 'node:net';
import type { Resolution } from './resolver.ts';

export interface HandedOver {
  give(socket: Socket, code: string, resolution: Resolution): void;
  /** What was found for this connection's request a moment ago, once. */
  take(socket: Socket, code: string): Resolution | undefined;
}

/**
 * What the fast lane has already looked up for a request that it then hands over: a visitor does not wait twice for a
 * store that is slow to fail.
 */
export function createHandedOver(): HandedOver {
  return {
    give(socket: Marked, code, resolution) {
      socket[FOUND] = { code, resolution };
    },
    take(socket: Marked, code) {
      const held = socket[FOUND];
      if (held === undefined) return undefined;
      socket[FOUND] = undefined;
      return held.code === code ? held.resolution : undefined;
    },
  };
}

// On the socket itself: a WeakMap would be asked once a request, and is empty nearly always.
const FOUND = Symbol('found for the request that is handed over');
type Marked = Socket & { [FOUND]?: { code: string; resolution: Resolution } | undefined };
