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
  const found = new WeakMap<Socket, { code: string; resolution: Resolution }>();
  return {
    give: (socket, code, resolution) => void found.set(socket, { code, resolution }),
    take(socket, code) {
      const held = found.get(socket);
      if (held === undefined) return undefined;
      found.delete(socket);
      return held.code === code ? held.resolution : undefined;
    },
  };
}
