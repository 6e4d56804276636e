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
  const create = () => call(web, 'POST', '/links', { body: { long_url: 'https://www.bäd.example/x' } });
  expect((await create()).status, 'at once in the process that was told').toBe(400);
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
  ['query', 'admin.blockedDomains.countLinks', { host: 'example.com' }],
  ['mutation', 'admin.blockedDomains.disableLinks', { host: 'nobody.example' }],
  ['query', 'admin.reservedWords.list', undefined],
  ['mutation', 'admin.reservedWords.add', { word: 'mine' }],
] as const)('%s %s is for admins only', async (kind, procedure, input) => {
  expect((await trpc(web, kind, procedure, input, { cookie: person.cookie })).status).toBe(403);
  expect((await trpc(web, kind, procedure, input, { key: admin.key })).status).toBe(403);
  expect((await trpc(web, kind, procedure, input)).status).toBe(401);
  expect((await trpc(web, kind, procedure, input, { cookie: admin.cookie })).status).toBe(200);
});

test('blocked hosts are searched and paged by name', async () => {
  const cookie = { cookie: admin.cookie };
  for (const host of ['a.paged.example', '*.b.paged.example', 'c.paged.example', 'other.example'])
    await trpc(web, 'mutation', 'admin.blockedDomains.add', { host }, cookie);
  const page = async (cursor: string | null) => {
    const input = { search: 'PAGED', limit: 2, cursor };
    const answer = await trpc(web, 'query', 'admin.blockedDomains.list', input, cookie);
    return (answer.body as { result: { data: { json: { items: { host: string }[]; nextCursor: string } } } })
      .result.data.json;
  };
  const first = await page(null);
  expect(first.items.map(({ host }) => host)).toEqual(['a.paged.example', 'b.paged.example']);
  const second = await page(first.nextCursor);
  expect(second).toMatchObject({ items: [{ host: 'c.paged.example' }], nextCursor: null });
});

test('links that lead to a host or below it are counted and disabled, and no others (API-6)', async () => {
  const cookie = { cookie: admin.cookie };
  const make = async (longUrl: string, key?: string) =>
    (
      await call(web, 'POST', '/links', {
        body: { long_url: longUrl },
        ...(key === undefined ? {} : { key }),
      })
    ).body['code'] as string;
  const meant = [
    await make('https://evil.example/a', person.key),
    await make('https://www.evil.example:8443/b'),
    await make('http://EVIL.example./c', person.key),
  ];
  const spared = [
    await make('https://notevil.example/'),
    await make('https://good.example/?to=evil.example', person.key),
  ];
  const input = { host: 'evil.example' };
  const count = () => trpc(web, 'query', 'admin.blockedDomains.countLinks', input, cookie);
  expect((await count()).body).toMatchObject({ result: { data: { json: { count: 3, nextCursor: null } } } });
  const done = await trpc(web, 'mutation', 'admin.blockedDomains.disableLinks', input, cookie);
  expect(done.body).toMatchObject({ result: { data: { json: { count: 3, nextCursor: null } } } });
  expect((await count()).body).toMatchObject({ result: { data: { json: { count: 0 } } } });
  const isEnabled = async (code: string) =>
    (await web.database.links.find({ domain: 'default', code }))?.enabled;
  for (const code of meant) expect(await isEnabled(code)).toBe(false);
  for (const code of spared) expect(await isEnabled(code)).toBe(true);
});

test('a word that an admin reserves is refused as an alias at once, in any spelling, until it is released (ALIAS-2)', async () => {
  const cookie = { cookie: admin.cookie };
  const alias = (custom_alias: string) =>
    call(web, 'POST', '/links', {
      key: person.key,
      body: { long_url: 'https://free.example/', custom_alias },
    });
  await trpc(web, 'mutation', 'admin.reservedWords.add', { word: ' OurBrand ' }, cookie);
  expect((await alias('oURbRAND')).text).toContain('alias_reserved');
  const list = await trpc(web, 'query', 'admin.reservedWords.list', undefined, cookie);
  expect(list.text).toContain('"word":"ourbrand"');
  expect(list.text).toContain('"robots.txt"');
  expect((await trpc(web, 'mutation', 'admin.reservedWords.add', { word: ' ' }, cookie)).status).toBe(400);
  await trpc(web, 'mutation', 'admin.reservedWords.remove', { word: 'OURBRAND' }, cookie);
  const free = await alias('oURbRAND');
  expect(free.status, free.text).toBe(201);
});
