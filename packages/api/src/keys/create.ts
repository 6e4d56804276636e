import type { UserActor } from '../actor.ts';
import type { Call } from '../context.ts';
import { checkExpiry } from '../links/target.ts';
import { issueApiKey } from './issue.ts';
import type { CreateApiKeyInput, CreatedApiKey } from './schema.ts';

export function createApiKey({ ctx, input }: Call<CreateApiKeyInput, UserActor>): Promise<CreatedApiKey> {
  return issueApiKey(ctx.apiKeys, {
    userId: ctx.actor.userId,
    workspaceId: ctx.actor.workspaceId,
    name: input.name,
    scopes: input.scopes,
    expiresAt: checkExpiry(ctx, input.expiresAt),
  });
}
