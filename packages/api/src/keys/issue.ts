import type { Scope } from '../actor.ts';
import type { ApiKeyStore } from '../ports.ts';
import { toApiKeyDto } from './dto.ts';
import type { CreatedApiKey } from './schema.ts';
import { hashSecret, makeSecret, startOf } from './secret.ts';

/**
 * Makes and stores a key; for `apiKeys.create` and for `ops api-key create`.
 * @returns the key with its secret, which nobody can read again (API-1)
 */
export async function issueApiKey(
  store: Pick<ApiKeyStore, 'create'>,
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
