import { BreviaError } from '@brevia/core';
import { LRUCache } from 'lru-cache';
import type { ApiKeyActor } from '../actor.ts';
import type { ApiKeyOwner, ApiKeys } from '@brevia/db';
import { knownScopes } from './dto.ts';
import { hashSecret, looksLikeSecret } from './secret.ts';

/** How long a server may go on accepting a key after it was revoked elsewhere (API-1: within seconds). */
const REMEMBER_MS = 5_000;
const REMEMBERED_KEYS = 10_000;
const NO_KEY = Symbol('no such key');

/**
 * Reads the `Authorization` header against the key store. Keys come from memory for a few seconds, so that a create
 * needs no query of its own; unknown ones too, and concurrent look-ups of one key share one query.
 */
export function createKeyAuthenticator(options: {
  readonly store: Pick<ApiKeys, 'findByHash'>;
  readonly clock: () => number;
}) {
  const known = new LRUCache<string, ApiKeyOwner | typeof NO_KEY>({
    max: REMEMBERED_KEYS,
    ttl: REMEMBER_MS,
    // A look-up that `forget` or an eviction overtakes still answers its own call; it is only not remembered.
    ignoreFetchAbort: true,
    fetchMethod: async (hash) => (await options.store.findByHash(hash)) ?? NO_KEY,
  });
  return {
    /** @throws BreviaError unauthorized for anything that is not a valid key, also where anonymous calls are allowed */
    async authenticate(authorization: string, clientAddress: string): Promise<ApiKeyActor> {
      const secret = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
      if (secret === undefined || !looksLikeSecret(secret)) throw refused();
      const key = await known.fetch(hashSecret(secret));
      if (key === undefined || key === NO_KEY || !isValid(key, options.clock())) throw refused();
      return {
        kind: 'apiKey',
        clientAddress,
        keyId: key.id,
        userId: key.userId,
        workspaceId: key.workspaceId,
        scopes: knownScopes(key.scopes),
        isAdmin: key.userRole === 'admin',
      };
    },
    /** After a change by this very process: the next call asks the store. */
    forget(): void {
      known.clear();
    },
  };
}

function isValid(key: ApiKeyOwner, now: number): boolean {
  return key.revokedAt === null && (key.expiresAt === null || key.expiresAt.getTime() > now);
}

function refused(): BreviaError {
  return new BreviaError('unauthorized', 'The API key is unknown, revoked or expired.');
}
