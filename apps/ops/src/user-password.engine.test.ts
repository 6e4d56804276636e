import { createDatabase, migrate, type Database } from '@brevia/db';
import { createTestDatabase } from '@brevia/engines/testing';
import { createAuth } from '@brevia/web/auth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from './testing/run-command.ts';

let databaseUrl: string;
let database: Database;
let store: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  store = await createTestDatabase();
  databaseUrl = store.url;
  await migrate(databaseUrl);
  database = createDatabase({ url: databaseUrl, poolMax: 2, applicationName: 'ops-test' });
});
afterAll(async () => {
  await database.close();
  await store.drop();
});

const ops = (...args: string[]) => runCommand(args, { DATABASE_URL: databaseUrl });
const authOf = () =>
  createAuth({
    prisma: database.client,
    secret: 's'.repeat(32),
    baseUrl: 'http://127.0.0.1:3000',
    createPersonalWorkspace: (user) => database.workspaces.createPersonal(user),
    firstWorkspaceOf: () => Promise.resolve(null),
  });
const signIn = (email: string, password: string) => authOf().api.signInEmail({ body: { email, password } });

describe('user password, for somebody who forgot theirs where no mail is sent (WEB-1)', () => {
  test('sets a new one that it prints, and ends all sessions', async () => {
    await ops('user', 'create', '--email', 'ada@example.com', '--password', 'the forgotten one');
    const { user } = await signIn('ada@example.com', 'the forgotten one');
    expect(await database.client.session.count({ where: { userId: user.id } })).toBe(1);
    const { code, printed } = await ops('user', 'password', '--email', 'ADA@example.com');
    expect(code).toBe(0);
    expect(await database.client.session.count({ where: { userId: user.id } })).toBe(0);
    await expect(signIn('ada@example.com', 'the forgotten one')).rejects.toThrow();
    const password = /^Password: (\S+)$/m.exec(printed)?.[1] ?? '';
    await signIn('ada@example.com', password);
  });

  test('takes a given one and does not repeat it, also for somebody who had none', async () => {
    const email = 'github-only@example.com';
    const user = await database.client.user.create({ data: { name: 'Bob', email } });
    const { code, printed } = await ops(
      'user',
      'password',
      '--email',
      email,
      '--password',
      'a long one, given',
    );
    expect(code).toBe(0);
    expect(printed).not.toContain('a long one');
    expect((await signIn(email, 'a long one, given')).user.id).toBe(user.id);
  });

  test('says that there is no such account, and what a password must be', async () => {
    const nobody = await ops('user', 'password', '--email', 'nobody@example.com');
    expect(nobody).toMatchObject({ code: 1, printed: expect.stringContaining('no account') as string });
    const short = await ops('user', 'password', '--email', 'ada@example.com', '--password', 'short');
    expect(short).toMatchObject({ code: 2, printed: expect.stringContaining('--password') as string });
  });
});
