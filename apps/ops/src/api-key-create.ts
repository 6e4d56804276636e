import { issueApiKey, SCOPES } from '@brevia/api';
import { createDatabase } from '@brevia/db';
import { z } from 'zod';
import { readOptions } from './options.ts';
import type { Stores } from './stores.ts';

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
  const database = createDatabase({
    url: await stores.databaseUrl(),
    poolMax: 2,
    applicationName: 'brevia-ops',
  });
  try {
    const user = await database.users.findByEmail(input.email);
    if (user === null) throw new Error(`There is no account with the address ${input.email}.`);
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
  } finally {
    await database.close();
  }
}
