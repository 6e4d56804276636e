import { expect, test } from '@playwright/test';
import { badFields, clientOf, send } from '../box/client.ts';
import { sharedBox } from '../box/shared-box.ts';

const { endpoints, demo } = sharedBox();
const client = clientOf(endpoints, demo.api_key);
const anonymous = clientOf(endpoints);
const long_url = 'https://example.com/api';

test('API-1: anybody may shorten; only the owner sees or deletes', async () => {
  const { code } = await anonymous.create({ long_url });
  expect((await anonymous.visit(`/${code}`)).status).toBe(302);
  expect((await anonymous.call('DELETE', `/links/${code}`)).status).toBe(401);
  expect((await client.call('GET', `/links/${code}/stats`)).status).toBe(403);
  expect((await client.call('DELETE', `/links/${code}`)).status).toBe(403);
});

test('API-1: a wrong key is a 401 as problem+json, never taken for nobody', async () => {
  const answer = await clientOf(endpoints, 'brv_wrong').call('POST', '/links', { long_url });
  expect(answer.status).toBe(401);
  expect(answer.headers['content-type']).toContain('application/problem+json');
  expect(JSON.parse(answer.body)).toMatchObject({ status: 401, code: 'unauthorized' });
});

test('C211: a key in the query is refused', async () => {
  for (const name of ['apiKey', 'api_key', 'token']) {
    const { status } = await anonymous.call('GET', `/links?${name}=${demo.api_key}`);
    expect({ name, refused: status === 400 || status === 401 }).toEqual({ name, refused: true });
  }
});

test('a link is answered with its address, and /v1 is the same as /api/v1', async () => {
  const answer = await client.call('POST', '/links', { long_url, title: 'Über „uns“', tags: ['a', 'b'] });
  expect(answer.status).toBe(201);
  const link = JSON.parse(answer.body) as { code: string };
  expect(answer.headers['location']).toContain(`/links/${link.code}`);
  expect(link).toMatchObject({
    long_url,
    title: 'Über „uns“',
    tags: ['a', 'b'],
    short_url: `${endpoints.redirector}/${link.code}`,
  });
  const again = await send(endpoints.web, `/v1/links/${link.code}`, {
    headers: { authorization: `Bearer ${demo.api_key}` },
  });
  expect(again.status).toBe(200);
  expect(JSON.parse(again.body)).toEqual(link);
});

test('API-2: bad requests are 4xx problems that name the field and never a stack trace', async () => {
  const body = '{"long_url": ';
  const cases = [
    [await client.call('POST', '/links', body), 400],
    [await client.call('POST', '/links', '[]'), 400],
    [await client.call('POST', '/links', { long_url }, { 'content-type': 'text/plain' }), 415],
    [await client.call('POST', '/links', { long_url, notes: 'x'.repeat(2_000_000) }), 413],
    [await client.call('GET', '/nothing'), 404],
    [await client.call('GET', '/links/%E0%A4%A'), 404],
  ] as const;
  for (const [answer, status] of cases) {
    expect(answer.status, answer.body).toBe(status);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.body).not.toMatch(/at .*\.(js|ts):\d+|node_modules/);
    expect(JSON.parse(answer.body)).toHaveProperty('request_id');
  }
});

test('API-4, C181: the same Idempotency-Key gives the same link once; another body with it is a conflict', async () => {
  const key = { 'idempotency-key': `e2e-${Date.now()}` };
  const first = await client.call('POST', '/links', { long_url }, key);
  const second = await client.call('POST', '/links', { long_url }, key);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(JSON.parse(second.body)).toEqual(JSON.parse(first.body));
  const other = await client.call('POST', '/links', { long_url: `${long_url}/other` }, key);
  expect(other.status).toBe(409);
});

test('LINK-2, C179: pages of links go on until the end, each link once', async () => {
  const codes: string[] = [];
  for (let cursor = ''; ;) {
    const answer = await client.call(
      'GET',
      `/links?limit=40&sort=code&order=asc${cursor && `&cursor=${cursor}`}`,
    );
    expect(answer.status).toBe(200);
    const page = JSON.parse(answer.body) as { data: { code: string }[]; next_cursor: string | null };
    codes.push(...page.data.map(({ code }) => code));
    if (page.next_cursor === null) break;
    cursor = encodeURIComponent(page.next_cursor);
  }
  expect(codes.length).toBeGreaterThanOrEqual(200);
  expect(new Set(codes).size).toBe(codes.length);
});

test('C209: a sort or an order that does not exist is a 400', async () => {
  expect(badFields(await client.call('GET', '/links?order=asc;select'))).toContain('order');
  expect(badFields(await client.call('GET', '/links?sort=long_url'))).toContain('sort');
  expect(badFields(await client.call('GET', '/links?colour=red'))).toContain('colour');
});

test('C206: no change by GET, neither by REST nor by tRPC', async () => {
  const mutation = await send(endpoints.web, '/api/trpc/links.create?batch=1&input=%7B%7D', {
    headers: { authorization: `Bearer ${demo.api_key}` },
  });
  expect(mutation.status).toBeGreaterThanOrEqual(400);
  expect(mutation.status).toBeLessThan(500);
});

test('C187: a huge tRPC batch is refused', async () => {
  const { status } = await send(endpoints.web, `/api/trpc/${','.repeat(1_000)}?batch=1`);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
});

test('RED-8, C080: health is there, by HEAD too, and metrics have ports of their own', async () => {
  for (const base of [endpoints.web, endpoints.redirector]) {
    for (const method of ['GET', 'HEAD']) {
      const { status } = await send(base, '/healthz', { method });
      expect({ base, method, status }).toEqual({ base, method, status: 200 });
    }
  }
  for (const url of Object.values(endpoints.metrics)) {
    const { pathname, origin } = new URL(url ?? '');
    const { status, body } = await send(origin, pathname);
    expect({ url, status }).toEqual({ url, status: 200 });
    expect(body).toContain('# TYPE');
  }
});
