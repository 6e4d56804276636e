import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, member, trpc } from '../testing/client.ts';
import { startWeb, type Web } from '../testing/start-web.ts';

let web: Web;
let admin: Awaited<ReturnType<typeof member>>;
let person: Awaited<ReturnType<typeof member>>;

beforeAll(async () => {
  web = await startWeb();
  admin = await member(web);
  person = await member(web);
  await web.database.users.setRole(admin.userId, 'admin');
});
afterAll(() => web.close());

test('an admin blocks a host, however it is written, and lets it go again (API-6)', async () => {
  const cookie = { cookie: admin.cookie };
  const added = await trpc(web, 'mutation', 'admin.blockedDomains.add', { host: 'BÄD.example.' }, cookie);
  expect(added.body).toMatchObject({ result: { data: { json: { host: 'xn--bd-via.example' } } } });
  const stop = web.container.startPolicyRefresh();
  const create = () => call(web, 'POST', '/links', { body: { long_url: 'https://www.bäd.example/x' } });
  await expect.poll(async () => (await create()).status).toBe(400);
  stop();
  expect(
    (await trpc(web, 'mutation', 'admin.blockedDomains.remove', { host: 'bäd.example' }, cookie)).status,
  ).toBe(200);
  expect(
    (await trpc(web, 'mutation', 'admin.blockedDomains.remove', { host: 'bäd.example' }, cookie)).status,
  ).toBe(404);
});

test.each(['https://example.com/', 'a b.example', 'user@example.com', 'example.com:80', ''])(
  '%j is no host',
  async (host) => {
    const answer = await trpc(
      web,
      'mutation',
      'admin.blockedDomains.add',
      { host },
      { cookie: admin.cookie },
    );
    expect(answer.status).toBe(400);
  },
);

test.each([
  ['query', 'admin.blockedDomains.list', undefined],
  ['mutation', 'admin.blockedDomains.add', { host: 'example.com' }],
  ['query', 'admin.reservedWords.list', undefined],
  ['mutation', 'admin.reservedWords.add', { word: 'mine' }],
] as const)('%s %s is for admins only', async (kind, procedure, input) => {
  expect((await trpc(web, kind, procedure, input, { cookie: person.cookie })).status).toBe(403);
  expect((await trpc(web, kind, procedure, input, { key: admin.key })).status).toBe(403);
  expect((await trpc(web, kind, procedure, input)).status).toBe(401);
  expect((await trpc(web, kind, procedure, input, { cookie: admin.cookie })).status).toBe(200);
});
