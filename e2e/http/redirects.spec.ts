import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { badFields, clientOf } from '../box/client.ts';
import { sharedBox } from '../box/shared-box.ts';

const { endpoints, demo } = sharedBox();
const client = clientOf(endpoints, demo.api_key);
const long_url = 'https://example.com/target';

test('RED-1: a link is a 302 that no browser keeps', async () => {
  const { code } = await client.create({ long_url });
  const { status, headers } = await client.visit(`/${code}`);
  expect({ status, location: headers['location'] }).toEqual({ status: 302, location: long_url });
  expect(headers['cache-control']).toContain('no-store');
});

test('RED-1, RED-5, C083: a permanent link is a 301 with an explicit max-age; one that expires can not be permanent', async () => {
  const { code } = await client.create({ long_url, permanent: true });
  const { status, headers } = await client.visit(`/${code}`);
  expect(status).toBe(301);
  expect(headers['cache-control']).toMatch(/max-age=\d+/);

  const expires_at = new Date(Date.now() + 60_000).toISOString();
  const both = await client.create({ long_url, expires_at });
  expect((await client.visit(`/${both.code}`)).status).toBe(302);
});

test('RED-2: an unknown code is a 404, with a page for browsers and plain words for others', async () => {
  const page = await client.visit('/nothing0', { headers: { accept: 'text/html,*/*' } });
  expect(page.status).toBe(404);
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.body).toContain('<html');
  const plain = await client.visit('/nothing0', { headers: { accept: '*/*' } });
  expect(plain.headers['content-type']).toContain('text/plain');
});

test('RED-2: other methods are a 405 with Allow; HEAD answers like GET, without a body', async () => {
  const { code } = await client.create({ long_url });
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    const { status, headers } = await client.visit(`/${code}`, { method });
    expect({ method, status }).toEqual({ method, status: 405 });
    expect(headers['allow']).toContain('GET');
  }
  const head = await client.visit(`/${code}`, { method: 'HEAD' });
  expect({ status: head.status, body: head.body, location: head.headers['location'] }).toEqual({
    status: 302,
    body: '',
    location: long_url,
  });
});

test('C106, RED-2, C116: a link ends at its very second, also when it is cached, and tells its target to nobody', async () => {
  const expires = Date.now() + 2_500;
  const { code } = await client.create({ long_url, expires_at: new Date(expires).toISOString() });
  expect((await client.visit(`/${code}`)).status).toBe(302);
  await sleep(expires - Date.now() + 20); // the clock itself is under test
  const { status, body, headers } = await client.visit(`/${code}`);
  expect(status).toBe(410);
  expect(headers['cache-control']).toContain('no-store');
  expect(body).not.toContain('example.com');
});

test('C107, C175: no expiry, null and the far future are fine; an empty one and the past are a 400', async () => {
  for (const expires_at of [undefined, null, '2199-01-01T00:00:00Z']) {
    const { code } = await client.create({ long_url, ...(expires_at === undefined ? {} : { expires_at }) });
    expect((await client.visit(`/${code}`)).status).toBe(302);
  }
  for (const expires_at of ['', 'tomorrow', 0, new Date(Date.now() - 1_000).toISOString()]) {
    expect(badFields(await client.call('POST', '/links', { long_url, expires_at }))).toContain('expires_at');
  }
});

test('RED-4, C101, C102, LINK-3: a deleted link is gone at once, also when it was just visited, and its code stays taken', async () => {
  const { code } = await client.create({
    long_url,
    custom_alias: `gone${Date.now().toString(36).slice(-8)}`,
  });
  for (let visit = 0; visit < 3; visit += 1) expect((await client.visit(`/${code}`)).status).toBe(302);
  expect((await client.call('DELETE', `/links/${code}`)).status).toBe(204);
  for (let visit = 0; visit < 10; visit += 1) {
    expect((await client.visit(`/${code}`)).status).toBe(404);
    await sleep(50);
  }
  expect((await client.call('DELETE', `/links/${code}`)).status).toBe(404);
  expect((await client.call('POST', '/links', { long_url, custom_alias: code })).status).toBe(409);
});

test('a code that was asked for before it existed works as soon as it exists', async () => {
  const alias = `early${Date.now().toString(36).slice(-8)}`;
  expect((await client.visit(`/${alias}`)).status).toBe(404);
  await client.create({ long_url, custom_alias: alias });
  expect((await client.visit(`/${alias}`)).status).toBe(302);
});

test('RED-6, C088, C090: the query of a visitor is forwarded only where the link says so, before the fragment', async () => {
  const target = 'https://example.com/?ref=mine#part';
  const off = await client.create({ long_url: target });
  expect((await client.visit(`/${off.code}?utm_source=email`)).headers['location']).toBe(target);
  const on = await client.create({ long_url: target, forward_query: true });
  const { headers } = await client.visit(`/${on.code}?utm_source=email&utm_medium=a%20b`);
  expect(headers['location']).toBe('https://example.com/?ref=mine&utm_source=email&utm_medium=a%20b#part');
  expect((await client.visit(`/${on.code}`)).headers['location']).toBe(target);
});

test('C097: a line break in a forwarded query splits nothing', async () => {
  const { code } = await client.create({ long_url, forward_query: true });
  const { status, headers } = await client.visit(`/${code}?x=1%0d%0aSet-Cookie:a=b`);
  expect(status).toBe(302);
  expect(headers['set-cookie']).toBeUndefined();
  expect(headers['location']).not.toMatch(/[\r\n]/);
});
