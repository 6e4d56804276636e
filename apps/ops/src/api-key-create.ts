import { issueApiKey, SCOPES } from '@brevia/api';
import { z } from 'zod';
import { readOptions } from './options.ts';
import { findAccount } from './people.ts';
import type { Stores } from './stores.ts';
import { withDatabase } from './with-database.ts';

const schema = z.object({
  email: z.email(),
  scopes: z
    .string()
    .default(SCOPES.join(','))
    .transform((list) => list.split(',').map((scope) => scope.trim()))
    .pipe(z.array(z.enum(SCOPES)).min(1)),
  name: z.string().min(1).max(100).default('made by the operator'),
  expires: z.iso
    .date()
    .transform((day) => new Date(`${day}T23:59:59Z`))
    .refine((end) => end.getTime() > Date.now(), 'is in the past')
    .optional(),
});

/** `api-key create`: an API key for the personal workspace of an account; prints it, which happens only once. */
export async function createApiKey(
  args: string[],
  stores: Stores,
  print: (line: string) => void,
): Promise<void> {
  const text = { type: 'string' } as const;
  const input = readOptions(args, { email: text, scopes: text, name: text, expires: text }, schema);
  await withDatabase(stores, async (database) => {
    const user = await findAccount(database, input.email);
    const [workspace] = await database.workspaces.listOf(user.id);
    if (workspace === undefined) throw new Error(`${input.email} has no workspace.`);
    const { secret } = await issueApiKey(database.apiKeys, {
      userId: user.id,
      workspaceId: workspace.id,
      name: input.name,
      scopes: [...new Set(input.scopes)],
      expiresAt: input.expires ?? null,
    });
    print(secret);
  });
}
