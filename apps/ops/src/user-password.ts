import { z } from 'zod';
import { readOptions } from './options.ts';
import { createPeople, findAccount, randomPassword } from './people.ts';
import type { Stores } from './stores.ts';
import { withDatabase } from './with-database.ts';

const schema = z.object({
  email: z.email().max(254),
  password: z.string().min(10, 'at least 10 characters').max(128).optional(),
});

/**
 * `user password`: a new password for somebody who forgot theirs where no mail is sent. Ends all their sessions; prints the
 * password when it had to make one.
 */
export async function setUserPassword(
  args: string[],
  stores: Stores,
  print: (line: string) => void,
): Promise<void> {
  const text = { type: 'string' } as const;
  const input = readOptions(args, { email: text, password: text }, schema);
  await withDatabase(stores, async (database) => {
    const user = await findAccount(database, input.email);
    const password = input.password ?? randomPassword();
    await createPeople(database).setPassword(user.id, password);
    await database.users.endSessions(user.id);
    print(`${user.email} has a new password and is signed out everywhere.`);
    if (input.password === undefined) print(`Password: ${password}`);
  });
}
