import { startProxy, type Proxy } from '@brevia/engines/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, member, request, trpc } from '../testing/client.ts';
import { startWeb, type Web } from '../testing/start-web.ts';

let home: Web;
let proxy: Proxy;
let web: Web;
let owner: Awaited<ReturnType<typeof member>>;
const body = { long_url: 'https://example.com/' };

beforeAll(async () => {
  home = await startWeb();
  proxy = await startProxy({ target: home.databaseUrl });
  web = await startWeb({ databaseUrl: proxy.url });
  owner = await member(web);
  expect((await call(web, 'POST', '/links', { body })).status).toBe(201);
});
afterAll(async () => {
  await web.close();
  await proxy.close();
  await home.close();
});

describe('while the link store is down (API-5)', () => {
  test('writes and reads are 503 with Retry-After, say nothing of the insides, and heal by themselves', async () => {
    expect((await call(web, 'GET', '/links', { key: owner.key })).status).toBe(200);
    await proxy.refuse();
    const answers = [
      await call(web, 'POST', '/links', { body }),
      await call(web, 'GET', '/links/abcdefg', { key: owner.key }),
      await call(web, 'POST', '/links', { body, headers: { 'Idempotency-Key': 'down-1' } }),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable', errors: [] } });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(answer.text).not.toMatch(/prisma|ECONNREFUSED|127\.0\.0\.1|select|insert/i);
    }
    expect((await request(`${web.url}/readyz`, 'GET')).status).toBe(503);
    expect((await request(`${web.url}/healthz`, 'GET')).status).toBe(200);
    const dashboard = await trpc(web, 'mutation', 'links.create', { longUrl: 'https://example.com/' });
    expect(dashboard.status).toBe(503);
    expect(dashboard.text).not.toMatch(/prisma|stack|ECONNREFUSED/i);
    await proxy.pass();
    await expect
      .poll(async () => (await call(web, 'POST', '/links', { body })).status, { timeout: 10_000 })
      .toBe(201);
  });
});
