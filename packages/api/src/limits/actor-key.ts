import type { Actor } from '../actor.ts';
import { addressBlock } from './address-block.ts';

/** Whom a budget or an Idempotency-Key belongs to: a user shares one budget over their sessions and keys (API-3). */
export function actorKey(actor: Actor): string {
  return actor.kind === 'anonymous' ? `address:${addressBlock(actor.clientAddress)}` : `user:${actor.userId}`;
}
