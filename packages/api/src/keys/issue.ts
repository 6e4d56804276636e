import type { Scope } from '../actor.ts';
import type { ApiKeys } from '@brevia/db';
import { toApiKeyDto } from './dto.ts';
import type { CreatedApiKey } from './schema.ts';
import { hashSecret, makeSecret, startOf } from './secret.ts';

/**
 * Makes and stores a key; for `apiKeys.create` and for `ops api-key create`.
 * @returns the key with its secret, which nobody can read again (API-1)
 */
export async function issueApiKey(
  store: Pick<ApiKeys, 'create'>,
  key: {
    readonly userId: string;
    readonly workspaceId: string;
    readonly name: string;
    readonly scopes: readonly Scope[];
    readonly expiresAt: Date | null;
  },
): Promise<CreatedApiKey> {
  const secret = makeSecret();
  const record = await store.create({ ...key, hash: hashSecret(secret), start: startOf(secret) });
  return { ...toApiKeyDto(record), secret };
}
