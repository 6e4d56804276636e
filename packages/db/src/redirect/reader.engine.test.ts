import { toRedirectLink } from '@brevia/core';
import { startProxy, type Proxy } from '@brevia/engines/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { created, openStore, type Store } from '../testing/open-store.ts';
import { createRedirectReader, type RedirectReader } from './reader.ts';

let store: Store;
let proxy: Proxy;
let reader: RedirectReader;
const idleErrors: Error[] = [];
beforeAll(async () => {
  store = await openStore();
  proxy = await startProxy({ target: store.url });
  reader = createRedirectReader({
    url: proxy.url,
    poolMax: 2,
    timeoutMs: 500,
    onConnectionError: (error) => idleErrors.push(error),
  });
});
afterAll(async () => {
  await reader.close();
  await proxy.close();
  await store.close();
});

const missing = { domain: 'default', code: 'nowhere' };

describe('the redirector’s read of the link store', () => {
  it('gives all that a redirect needs, exactly as the repository stored it', async () => {
    const link = await created(store.db, {
      longUrl: 'https://example.com/%2520?a#b',
      permanent: true,
      forwardQuery: true,
      expiresAt: new Date('2040-01-01T00:00:00.123Z'),
    });
    expect(await reader.find(link)).toEqual(toRedirectLink(link));
    const anonymous = await created(store.db, { workspaceId: null });
    expect(await reader.find(anonymous)).toEqual({
      ...toRedirectLink(anonymous),
      ownerId: null,
      expiresAt: null,
    });
  });

  it('unknown, deleted and purged links are null; disabled and expired ones are found (decide judges them)', async () => {
    expect(await reader.find(missing)).toBeNull();
    const link = await created(store.db, { enabled: false, expiresAt: new Date(0) });
    expect(await reader.find(link)).toMatchObject({ enabled: false, expiresAt: 0 });
    await store.db.links.softDelete(link, 'any');
    expect(await reader.find(link)).toBeNull();
    await store.db.links.restore(link, 'any');
    expect(await reader.find(link)).toMatchObject({ version: 3 });
  });

  it('codes are told apart by case, and hostile ones are only text', async () => {
    const link = await created(store.db, { code: 'CaseSensitive' });
    expect(await reader.find({ ...link, code: 'casesensitive' })).toBeNull();
    expect(await reader.find({ domain: 'default', code: "' OR 1=1 --" })).toBeNull();
  });

  it('a store that is away is an error, never an unknown code; it heals without a restart (RED-7)', async () => {
    await reader.find(missing);
    await proxy.refuse();
    await expect(reader.find(missing)).rejects.toThrow();
    await expect(reader.ping()).rejects.toThrow();
    await proxy.pass();
    expect(await reader.find(missing)).toBeNull();
  });

  it('connections that break while idle do not end the process (C224)', async () => {
    await reader.ping();
    proxy.cut();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(idleErrors.length).toBeGreaterThan(0);
    expect(await reader.find(missing)).toBeNull();
  });

  it('a store that accepts and never answers costs a visitor under a second', async () => {
    await reader.ping();
    await proxy.blackhole();
    const started = Date.now();
    await expect(reader.find(missing)).rejects.toThrow();
    expect(Date.now() - started).toBeLessThan(1_000);
    await proxy.pass();
    proxy.cut();
    expect(await reader.find(missing)).toBeNull();
  });

  it('starts while the store is down', async () => {
    await proxy.refuse();
    const early = createRedirectReader({ url: proxy.url, timeoutMs: 500 });
    await expect(early.find(missing)).rejects.toThrow();
    await proxy.pass();
    expect(await early.find(missing)).toBeNull();
    await early.close();
  });
});
