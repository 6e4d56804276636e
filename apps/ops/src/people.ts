import { randomBytes } from 'node:crypto';
import type { Database } from '@brevia/db';
import { createAuth } from '@brevia/web/auth';

/** A new account. */
export interface NewPerson {
  email: string;
  name: string;
  password: string;
  admin: boolean;
}

/**
 * Makes accounts in the very way of the dashboard's sign-up, so that their passwords work there and each gets a workspace.
 * No session is made, so the secret of sessions is not needed.
 */
export function createPeople(database: Database) {
  const auth = createAuth({
    prisma: database.client,
    secret: randomBytes(32).toString('base64url'),
    baseUrl: 'http://127.0.0.1',
    createPersonalWorkspace: (user) => database.workspaces.createPersonal(user),
    firstWorkspaceOf: () => Promise.resolve(null),
  });
  return {
    /** @returns the account's id. @throws Error when there is such an account already */
    async create({ email, name, password, admin }: NewPerson): Promise<string> {
      if ((await database.users.findByEmail(email)) !== null)
        throw new Error(`There is an account ${email} already.`);
      const role = admin ? 'admin' : 'user';
      const { user } = await auth.api.createUser({ body: { email, name, password, role } });
      await database.users.markEmailVerified(user.id);
      return user.id;
    },
    async setPassword(userId: string, password: string): Promise<void> {
      const { internalAdapter, password: hasher } = await auth.$context;
      const hash = await hasher.hash(password);
      if ((await internalAdapter.findCredentialAccount(userId)) !== null) {
        await internalAdapter.updatePassword(userId, hash);
        return;
      }
      // Somebody who has signed in elsewhere only, so far.
      const account = { userId, providerId: 'credential', accountId: userId, password: hash };
      await internalAdapter.createAccount(account);
    },
  };
}

/** The account of an address. @throws Error when there is none */
export async function findAccount(database: Database, email: string) {
  const user = await database.users.findByEmail(email);
  if (user === null) throw new Error(`There is no account ${email}.`);
  return user;
}

/** A password that nobody guesses and everybody can type: 120 bits. */
export const randomPassword = (): string => randomBytes(15).toString('base64url');
