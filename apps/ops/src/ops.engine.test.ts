import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClickHouse } from '@brevia/clicks';
import { createDatabase } from '@brevia/db';
import { createTestClickHouseDatabase, createTestDatabase } from '@brevia/engines/testing';
import { createAuth } from '@brevia/web/auth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepDemo } from './demo/keep-demo.ts';
import { migrateStores } from './migrate-stores.ts';
import { runCommand } from './testing/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'brevia-ops-'));
let databaseUrl: string;
let clickhouseUrl: string;
let database: ReturnType<typeof createDatabase>;
const dropAll: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const [links, clicks] = await Promise.all([createTestDatabase(), createTestClickHouseDatabase()]);
  ({ url: databaseUrl } = links);
  ({ url: clickhouseUrl } = clicks);
  database = createDatabase({ url: databaseUrl, poolMax: 2, applicationName: 'ops-test' });
  dropAll.push(
    () => database.close(),
    () => links.drop(),
    () => clicks.drop(),
  );
  await migrateStores({ databaseUrl, clickhouseUrl });
});
afterAll(async () => {
  for (const drop of dropAll) await drop();
  rmSync(folder, { recursive: true });
});

const ops = (...args: string[]) =>
  runCommand(args, { DATA_DIR: folder, DATABASE_URL: databaseUrl, CLICKHOUSE_URL: clickhouseUrl });

/** The dashboard's own sign-in. */
async function signIn(email: string, password: string) {
  const auth = createAuth({
    prisma: database.client,
    secret: 's'.repeat(32),
    baseUrl: 'http://127.0.0.1:3000',
    createPersonalWorkspace: (user) => database.workspaces.createPersonal(user),
    firstWorkspaceOf: () => Promise.resolve(null),
  });
  return auth.api.signInEmail({ body: { email, password } });
}

describe('the operator’s commands (RUN-5)', () => {
  test('migrate says that there is nothing to do, the second time', async () => {
    expect(await ops('migrate')).toEqual({ code: 0, printed: 'Everything is up to date.' });
  });

  test('user create makes an account that signs in on the dashboard, with a workspace of its own', async () => {
    const { code, printed } = await ops('user', 'create', '--email', 'Ada@example.com', '--admin');
    expect(code).toBe(0);
    const password = /^Password: (\S+)$/m.exec(printed)?.[1] ?? '';
    const { user } = await signIn('ada@example.com', password);
    expect(await database.users.findById(user.id)).toMatchObject({ role: 'admin' });
    expect(await database.workspaces.listOf(user.id)).toHaveLength(1);
  });

  test('user create takes a given password, does not repeat it, and makes nobody twice', async () => {
    const create = () =>
      ops('user', 'create', '--email', 'bob@example.com', '--password', 'long enough, surely');
    const first = await create();
    expect(first.code).toBe(0);
    expect(first.printed).not.toContain('long enough');
    await signIn('bob@example.com', 'long enough, surely');
    expect(await create()).toMatchObject({ code: 1, printed: expect.stringContaining('already') as string });
  });

  test('api-key create prints a key once, with the scopes asked for, and stores only its hash', async () => {
    const { code, printed } = await ops(
      'api-key',
      'create',
      '--email',
      'ada@example.com',
      '--scopes',
      'links:read',
    );
    expect(code).toBe(0);
    const rows = await database.client.apiKey.findMany();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.scopes).toEqual(['links:read']);
    expect(JSON.stringify(rows)).not.toContain(printed);
  });

  test.each([
    [['user', 'create'], '--email'],
    [['user', 'create', '--email', 'x'], '--email'],
    [['user', 'create', '--email', 'a@example.com', '--password', 'short'], '--password'],
    [['api-key', 'create', '--email', 'a@example.com', '--scopes', 'everything'], '--scopes'],
    [['api-key', 'create', '--email', 'a@example.com', '--expires', '2001-01-01'], '--expires'],
    [['user', 'create', '--nonsense'], '--nonsense'],
    [['nonsense'], 'npm run ops'],
  ])('%j is refused with exit code 2, the reason and the usage', async (args, reason) => {
    const { code, printed } = await ops(...args);
    expect(code).toBe(2);
    expect(printed).toContain(reason);
    expect(printed).toContain('migrate');
  });
});

describe('the demo', () => {
  const place = () => ({
    databaseUrl,
    clickhouseUrl,
    dataDir: folder,
    codeKey: 'k'.repeat(32),
    region: 'local' as const,
  });
  const countOf = async (query: string): Promise<number> => {
    const client = createClickHouse({ url: clickhouseUrl, application: 'ops-test' });
    const answer = await client.query({ query, format: 'JSONEachRow' });
    const [row] = await answer.json<{ n: string }>();
    await client.close();
    return Number(row?.n);
  };

  test('is an ordinary account with 200 links, and its file is for its owner only', async () => {
    const demo = await keepDemo(place());
    const { user } = await signIn(demo.email, demo.password);
    expect(await database.users.findById(user.id)).toMatchObject({ role: 'user' });
    expect(await database.client.link.count({ where: { creatorId: user.id } })).toBe(200);
    expect(statSync(join(folder, 'demo.json')).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8'))).toEqual(demo);
  });

  test('has clicks of which raw table and roll-ups agree', async () => {
    const raw = await countOf('SELECT count() AS n FROM clicks');
    expect(raw).toBeGreaterThan(30_000);
    expect(await countOf('SELECT sum(clicks) AS n FROM link_day')).toBe(raw);
    expect(await ops('reconcile', '--days', '100')).toEqual({
      code: 0,
      printed: 'The last 100 closed days agree.',
    });
  });

  test('is kept as it is by the next start, and completed after one that was cut short', async () => {
    const before = await keepDemo(place());
    expect(await keepDemo(place())).toEqual(before);
    const raw = await countOf('SELECT count() AS n FROM clicks');

    rmSync(join(folder, 'demo.json'));
    const completed = await keepDemo(place());
    await signIn(completed.email, completed.password);
    expect(await database.client.link.count({ where: { title: { not: null } } })).toBe(200);
    expect(await countOf('SELECT count() AS n FROM clicks')).toBe(raw);
  });
});
