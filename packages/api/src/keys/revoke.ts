import { BreviaError } from '@brevia/core';
import type { UserActor } from '../actor.ts';
import type { Call } from '../context.ts';
import type { RevokeApiKeyInput } from './schema.ts';

/** Takes effect at once in this process, in others within seconds: as long as they may remember a key. @throws BreviaError not_found */
export async function revokeApiKey({
  ctx,
  input,
}: Call<RevokeApiKeyInput, UserActor>): Promise<{ id: string }> {
  const revoked = await ctx.apiKeys.revoke({ id: input.id, workspaceId: ctx.actor.workspaceId });
  if (!revoked) throw new BreviaError('not_found', 'There is no such API key.');
  return { id: input.id };
}
