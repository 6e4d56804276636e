import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashApiKey } from './api-keys/api-keys.ts';
import { openStore, type Store } from './testing/open-store.ts';

let store: Store;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());

let count = 0;
async function aUser(given: { name?: string; email?: string } = {}) {
  const { name = 'Ada', email = `ada${++count}@example.com` } = given;
  const { id } = await store.db.client.user.create({ data: { name, email } });
  return { id, name, email };
}
async function aKey(user: { id: string }, workspaceId: string, expiresAt: Date | null = null) {
  const key = randomUUID();
  const record = await store.db.apiKeys.create({
    userId: user.id,
    workspaceId,
    name: 'CI',
    hash: hashApiKey(key),
    start: 'brv_abcd',
    scopes: ['links:read', 'links:write'],
    expiresAt,
  });
  return { key, record };
}

describe('users', () => {
  it('are found by their address without regard to case, and no second one may have it', async () => {
    const user = await aUser({ email: 'Grace@Example.com' });
    expect(await store.db.users.findByEmail('grace@EXAMPLE.com')).toMatchObject({
      id: user.id,
      role: 'user',
      banned: false,
    });
    await expect(aUser({ email: 'GRACE@example.COM' })).rejects.toThrow();
    expect(await store.db.users.findById('no such id')).toBeNull();
  });

  it('become admins and verified', async () => {
    const user = await aUser();
    await store.db.users.setRole(user.id, 'admin');
    await store.db.users.markEmailVerified(user.id);
    expect(await store.db.users.findById(user.id)).toMatchObject({ role: 'admin' });
  });

  it('take sessions, memberships and nothing else with them when they go: links stay', async () => {
    const user = await aUser();
    const workspaceId = await store.db.workspaces.createPersonal(user);
    const result = await store.db.links.insert({
      domain: 'default',
      code: 'outlives',
      longUrl: 'https://example.com/',
      workspaceId,
      creatorId: user.id,
      isCustom: true,
    });
    expect(result.outcome).toBe('created');
    await store.db.client.user.delete({ where: { id: user.id } });
    expect(await store.db.workspaces.listOf(user.id)).toEqual([]);
    expect(await store.db.links.find({ domain: 'default', code: 'outlives' })).not.toBeNull();
  });
});

describe('workspaces', () => {
  it('every user has one personal workspace, however often and at once it is made', async () => {
    const user = await aUser({ name: 'Linus' });
    const ids = await Promise.all(Array.from({ length: 10 }, () => store.db.workspaces.createPersonal(user)));
    expect(new Set(ids).size).toBe(1);
    expect(await store.db.workspaces.listOf(user.id)).toEqual([
      { id: ids[0], name: 'Linus', slug: `personal-${user.id}`, role: 'owner' },
    ]);
  });

  it('know the role of a member, and no stranger', async () => {
    const [owner, stranger] = [await aUser(), await aUser()];
    const id = await store.db.workspaces.createPersonal(owner);
    expect(await store.db.workspaces.roleOf(owner.id, id)).toBe('owner');
    expect(await store.db.workspaces.roleOf(stranger.id, id)).toBeNull();
  });
});

describe('API keys (API-1)', () => {
  it('are found by their hash with user and workspace; the key itself is stored nowhere', async () => {
    const user = await aUser();
    const workspaceId = await store.db.workspaces.createPersonal(user);
    const { key, record } = await aKey(user, workspaceId);
    expect(await store.db.apiKeys.findByHash(hashApiKey(key))).toEqual({
      ...record,
      userRole: 'user',
      workspaceName: user.name,
    });
    expect(await store.db.apiKeys.findByHash(hashApiKey('other'))).toBeNull();
    const { rows } = await store.sql.query('SELECT api_keys::TEXT AS row FROM api_keys WHERE id = $1', [
      record.id,
    ]);
    expect(JSON.stringify(rows)).not.toContain(key);
  });

  it('are revoked once, in their own workspace only (C198)', async () => {
    const user = await aUser();
    const workspaceId = await store.db.workspaces.createPersonal(user);
    const { key, record } = await aKey(user, workspaceId);
    expect(await store.db.apiKeys.revoke({ id: record.id, workspaceId: 'another' })).toBe(false);
    expect(await store.db.apiKeys.revoke({ id: record.id, workspaceId })).toBe(true);
    expect(await store.db.apiKeys.revoke({ id: record.id, workspaceId })).toBe(false);
    expect((await store.db.apiKeys.findByHash(hashApiKey(key)))?.revokedAt).toBeInstanceOf(Date);
    expect(await store.db.apiKeys.list(workspaceId)).toHaveLength(1);
  });

  it('of a banned user, or one who left the workspace, are not found', async () => {
    const user = await aUser();
    const workspaceId = await store.db.workspaces.createPersonal(user);
    const { key } = await aKey(user, workspaceId);
    const find = () => store.db.apiKeys.findByHash(hashApiKey(key));
    const ban = (banned: boolean, banExpires: Date | null) =>
      store.db.client.user.update({ where: { id: user.id }, data: { banned, banExpires } });
    await ban(true, null);
    expect(await find()).toBeNull();
    await ban(true, new Date(Date.now() + 60_000));
    expect(await find()).toBeNull();
    await ban(true, new Date(Date.now() - 60_000));
    expect(await find()).not.toBeNull();
    await ban(false, null);
    await store.db.client.member.deleteMany({ where: { userId: user.id } });
    expect(await find()).toBeNull();
  });
});

describe('lists of the admins', () => {
  it('blocked domains and reserved words are added once, listed in order, and removed', async () => {
    const { blockedDomains, reservedWords } = store.db;
    await blockedDomains.add({ host: 'evil.example', reason: 'spam', createdBy: null });
    await blockedDomains.add({ host: 'evil.example', reason: 'phishing', createdBy: null });
    await blockedDomains.add({ host: 'bad.example', reason: null, createdBy: null });
    expect((await blockedDomains.list()).map(({ host, reason }) => [host, reason])).toEqual([
      ['bad.example', null],
      ['evil.example', 'phishing'],
    ]);
    expect(await blockedDomains.remove('bad.example')).toBe(true);
    expect(await blockedDomains.remove('bad.example')).toBe(false);
    await reservedWords.add({ word: 'pricing', createdBy: null });
    expect((await reservedWords.list()).map(({ word }) => word)).toEqual(['pricing']);
    expect(await reservedWords.remove('pricing')).toBe(true);
  });
});

describe('idempotency keys (API-4)', () => {
  const entry = (key: string) => ({ actor: 'key:1', key, fingerprint: 'body A' });
  const BEGUN = { kind: 'begun', intent: null };
  const letLockRunOut = (key: string) =>
    store.sql.query("UPDATE idempotency_keys SET locked_until = now() - INTERVAL '1 second' WHERE key = $1", [
      key,
    ]);

  it('20 requests with one key at once: one begins, the others see it run, later ones get its answer (C058)', async () => {
    const request = entry(randomUUID());
    const states = await Promise.all(Array.from({ length: 20 }, () => store.db.idempotency.begin(request)));
    expect(states.map((state) => state.kind).sort()).toEqual(['begun', ...Array<string>(19).fill('running')]);
    await store.db.idempotency.finish({ ...request, answer: { status: 201, body: { code: 'abc' } } });
    expect(await store.db.idempotency.begin(request)).toEqual({
      kind: 'done',
      fingerprint: 'body A',
      answer: { status: 201, body: { code: 'abc' } },
    });
  });

  it('tell another body by the fingerprint of the first (C181), and another actor not at all', async () => {
    const request = entry(randomUUID());
    await store.db.idempotency.begin(request);
    expect(await store.db.idempotency.begin({ ...request, fingerprint: 'body B' })).toEqual({
      kind: 'running',
      fingerprint: 'body A',
    });
    expect(await store.db.idempotency.begin({ ...request, actor: 'key:2' })).toEqual(BEGUN);
  });

  it('are given back after a failure, and taken over from a process that died at work', async () => {
    const request = entry(randomUUID());
    await store.db.idempotency.begin(request);
    await store.db.idempotency.abandon(request);
    expect(await store.db.idempotency.begin(request)).toEqual(BEGUN);
    await letLockRunOut(request.key);
    expect(await store.db.idempotency.begin({ ...request, fingerprint: 'body B' })).toMatchObject({
      kind: 'running',
    });
    expect(await store.db.idempotency.begin(request)).toEqual(BEGUN);
  });

  it('keep what a process that died was about to write, for whoever takes over', async () => {
    const request = entry(randomUUID());
    await store.db.idempotency.begin(request);
    const intent = { 0: { code: 'abc' } };
    expect(await store.db.idempotency.intend({ ...request, before: null, intent })).toEqual(intent);
    await letLockRunOut(request.key);
    expect(await store.db.idempotency.begin(request)).toEqual({ kind: 'begun', intent });
    await store.db.idempotency.release(request);
    expect(await store.db.idempotency.begin({ ...request, fingerprint: 'body B' })).toMatchObject({
      kind: 'running',
    });
    expect(await store.db.idempotency.begin(request)).toEqual({ kind: 'begun', intent });
    await store.db.idempotency.abandon(request);
    expect(await store.db.idempotency.begin(request)).toEqual(BEGUN);
  });

  it('of intents at one moment the first counts for all, and none is noted once there is an answer', async () => {
    const request = entry(randomUUID());
    await store.db.idempotency.begin(request);
    const noted = await Promise.all(
      Array.from({ length: 10 }, (_, intent) =>
        store.db.idempotency.intend({ ...request, before: null, intent: { intent } }),
      ),
    );
    expect(new Set(noted.map((each) => JSON.stringify(each))).size).toBe(1);
    const next = { intent: 'another' };
    expect(await store.db.idempotency.intend({ ...request, before: noted[0], intent: next })).toEqual(next);
    await store.db.idempotency.finish({ ...request, answer: 1 });
    expect(await store.db.idempotency.intend({ ...request, before: next, intent: 0 })).toBeNull();
  });

  it('end after their day', async () => {
    const request = entry(randomUUID());
    await store.db.idempotency.begin(request);
    await store.db.idempotency.finish({ ...request, answer: null });
    await store.sql.query(
      "UPDATE idempotency_keys SET expires_at = now() - INTERVAL '1 second' WHERE key = $1",
      [request.key],
    );
    expect(await store.db.idempotency.begin({ ...request, fingerprint: 'body B' })).toEqual(BEGUN);
    await store.sql.query("UPDATE idempotency_keys SET expires_at = now() - INTERVAL '1 second'");
    expect(await store.db.idempotency.sweep(1_000)).toBeGreaterThan(0);
    expect(await store.db.idempotency.sweep(1_000)).toBe(0);
  });
});

it('a lease has one holder, who may renew it, until it is given back or runs out', async () => {
  const { leases } = store.db;
  const holders = ['a', 'b', 'c', 'd', 'e'];
  const taken = await Promise.all(holders.map((holder) => leases.acquire('job', holder, 60_000)));
  expect(taken.filter(Boolean)).toHaveLength(1);
  const holder = holders[taken.indexOf(true)]!;
  expect(await leases.acquire('job', holder, 60_000)).toBe(true);
  await leases.release('job', 'somebody else');
  expect(await leases.acquire('job', 'next', 60_000)).toBe(false);
  await leases.release('job', holder);
  expect(await leases.acquire('job', 'next', 1)).toBe(true);
  await store.sql.query('SELECT pg_sleep(0.01)');
  expect(await leases.acquire('job', 'last', 60_000)).toBe(true);
});
