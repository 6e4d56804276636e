import { expect, test } from '@playwright/test';
import { badFields, clientOf } from '../box/client.ts';
import { sharedBox } from '../box/shared-box.ts';

const { endpoints, demo } = sharedBox();
const client = clientOf(endpoints, demo.api_key);
const create = (alias: string) =>
  client.call('POST', '/links', { long_url: 'https://example.com/', custom_alias: alias });

let number = 0;
/** Aliases that no other test has. */
const fresh = (stem: string) => `${stem}${Date.now().toString(36).slice(-6)}${number++}`;

test.describe('ALIAS-1: what an alias may be', () => {
  for (const [id, alias] of [
    ['C046: an emoji', '🍞🍞🍞'],
    ['C047: a space inside', 'my link'],
    ['C047: a no-break space', 'a\u00a0b'],
    ['C047: a tab', 'tab\tx'],
    ['C064, C066: a slash', 'challenge/sing'],
    ['C067: a dot', 'image.png'],
    ['C067: two dots', '..'],
    ['C067: a hidden file', '.well-known'],
    ['C070: a decomposed letter', 'cafe\u0301'],
    ['C071: a numeral that looks like letters', 'Ⅳxx'],
    ['too short', 'ab'],
    ['too long', 'a'.repeat(21)],
    ['a hyphen at the end', 'abc-'],
  ] as const) {
    test(`refused: ${id}`, async () => {
      expect(badFields(await create(alias))).toContain('custom_alias');
    });
  }

  for (const alias of [
    'api',
    'admin',
    'login',
    'health',
    'healthz',
    'metrics',
    'favicon',
    'static',
    'API',
    'Admin',
  ]) {
    test(`C068, ALIAS-2: reserved: ${alias}`, async () => {
      expect(badFields(await create(alias))).toContain('custom_alias');
    });
  }
});

test('C054: capital letters work and lead to their link', async () => {
  const alias = fresh('Digg');
  expect((await create(alias)).status).toBe(201);
  expect((await client.visit(`/${alias}`)).status).toBe(302);
});

test('ALIAS-1: an alias that differs only by case is taken, and still leads nowhere', async () => {
  const alias = fresh('Case');
  await create(alias);
  expect((await create(alias.toLowerCase())).status).toBe(409);
  expect((await client.visit(`/${alias.toLowerCase()}`)).status).toBe(404);
});

test('C057, ALIAS-3: of 50 requests for one alias at once exactly one gets it; the others get suggestions', async () => {
  const alias = fresh('race');
  const answers = await Promise.all(Array.from({ length: 50 }, () => create(alias)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(49);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.headers['content-type']).toContain('application/problem+json');
  expect((JSON.parse(refused?.body ?? '{}') as { code: string }).code).toBe('alias_taken');
});

test('C057, CODE-2: of 50 links made at once each has a code of its own with 7 characters', async () => {
  const links = await Promise.all(
    Array.from({ length: 50 }, () => client.create({ long_url: 'https://example.com/' })),
  );
  expect(new Set(links.map(({ code }) => code)).size).toBe(50);
  for (const { code } of links) expect(code).toMatch(/^[0-9A-Za-z]{7}$/);
});

test.describe('what follows a code in a text or an address bar', () => {
  const alias = fresh('foo');
  test.beforeAll(async () => {
    expect((await create(alias)).status).toBe(201);
  });

  for (const [id, tail] of [
    ['C063: a slash', '/'],
    ['C086: a full stop', '.'],
    ['C086: a comma', ','],
    ['C086, C087: a bracket', ')'],
    ['C086: a semicolon', ';'],
    ['C086: a quotation mark', '%22'],
    ['C086: an angle bracket', '%3E'],
    ['C086: an ideographic full stop', '%E3%80%82'],
  ] as const) {
    test(`${id} does not lead astray`, async () => {
      const { status, headers } = await client.visit(`/${alias}${tail}`);
      expect({ status, location: headers['location'] }).toEqual({
        status: 302,
        location: 'https://example.com/',
      });
    });
  }

  test('C055: the host in capitals, with a port and a full stop', async () => {
    const answer = await client.visit(`/${alias}`, { headers: { host: 'LOCALHOST.:443' } });
    expect(answer.status).toBe(302);
  });
});

test.describe('paths that are no code', () => {
  for (const path of ['/%E0%A4%A', '/%ZZ', '/100%', '/%', `/${'a'.repeat(5_000)}`]) {
    test(`C049: ${path.slice(0, 20)} is no error of ours`, async () => {
      const { status, body } = await client.visit(path);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(body).not.toMatch(/at .*\.(js|ts):\d+/);
    });
  }

  for (const path of ['//evil.example/', '//evil.example/%2e%2e', '/\\evil.example', '/%2F%2Fevil.example']) {
    test(`C115: ${path} redirects nowhere`, async () => {
      const { status, headers } = await client.visit(path);
      expect({ status, location: headers['location'] }).toEqual({ status: 404, location: undefined });
    });
  }
});
