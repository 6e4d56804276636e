import { SCOPES, type Scope } from '../actor.ts';
import type { ApiKeyRecord } from '@brevia/db';
import type { ApiKeyDto } from './schema.ts';

export function toApiKeyDto(key: ApiKeyRecord): ApiKeyDto {
  return {
    id: key.id,
    name: key.name,
    start: key.start,
    scopes: knownScopes(key.scopes),
    createdAt: key.createdAt,
    expiresAt: key.expiresAt,
    revokedAt: key.revokedAt,
  };
}

/** A scope that this version does not know grants nothing. */
export function knownScopes(scopes: readonly string[]): Scope[] {
  return SCOPES.filter((scope) => scopes.includes(scope));
}
