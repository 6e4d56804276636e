import { createApiKey } from '../keys/create.ts';
import { listApiKeys } from '../keys/list.ts';
import { revokeApiKey } from '../keys/revoke.ts';
import { createApiKeyInput, revokeApiKeyInput } from '../keys/schema.ts';
import { t } from './init.ts';
import { userProcedure } from './procedures.ts';

/** Keys are managed by people only: a stolen key can't make another. */
export const keyRouter = t.router({
  create: userProcedure.input(createApiKeyInput).mutation(createApiKey),
  list: userProcedure.query(listApiKeys),
  revoke: userProcedure.input(revokeApiKeyInput).mutation(revokeApiKey),
});
