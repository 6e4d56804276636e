import { z } from 'zod';
import { readOptions } from './options.ts';
import { createPeople, randomPassword } from './people.ts';
import type { Stores } from './stores.ts';
import { withDatabase } from './with-database.ts';

const schema = z.object({
  email: z.email().max(254),
  name: z.string().min(1).max(100).optional(),
  password: z.string().min(10, 'at least 10 characters').max(128).optional(),
  admin: z.boolean().default(false),
});

/** `user create`: an account, an administrator's with `--admin`; prints the password when it had to make one. */
export async function createUser(
  args: string[],
  stores: Stores,
  print: (line: string) => void,
): Promise<void> {
  const text = { type: 'string' } as const;
  const options = { email: text, name: text, password: text, admin: { type: 'boolean' } as const };
  const input = readOptions(args, options, schema);
  await withDatabase(stores, async (database) => {
    const password = input.password ?? randomPassword();
    const name = input.name ?? input.email.replace(/@.*/, '');
    await createPeople(database).create({ email: input.email, name, password, admin: input.admin });
    print(`Made ${input.admin ? 'the administrator' : 'the account'} ${input.email}.`);
    if (input.password === undefined) print(`Password: ${password}`);
  });
}
