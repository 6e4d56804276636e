import type { UserActor } from '../actor.ts';
import type { Call } from '../context.ts';
import { toApiKeyDto } from './dto.ts';
import type { ApiKeyDto } from './schema.ts';

/** The keys of the workspace, newest first. */
export async function listApiKeys({ ctx }: Pick<Call<undefined, UserActor>, 'ctx'>): Promise<ApiKeyDto[]> {
  return (await ctx.apiKeys.list(ctx.actor.workspaceId)).map(toApiKeyDto);
}
