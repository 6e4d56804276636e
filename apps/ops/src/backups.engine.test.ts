import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { emptyClickStore, type TestClickStore } from './backup/testing/click-store.ts';
import { emptyLinkStore, filledLinkStore, type TestLinkStore } from './backup/testing/link-store.ts';
import { startS3Server, type S3Server } from './backup/testing/s3-server.ts';
import { runCommand, type Outcome } from './testing/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'brevia-ops-backups-'));
const place = 's3://backups/brevia';
let s3: S3Server;
let links: TestLinkStore;
let clicks: TestClickStore;
const cleanUps: (() => Promise<void>)[] = [];

beforeAll(async () => {
  s3 = await startS3Server();
  for (const [name, value] of Object.entries(s3.credentials)) vi.stubEnv(name, value);
  [links, clicks] = await Promise.all([filledLinkStore(100), emptyClickStore(true)]);
  cleanUps.push(
    () => s3.stop(),
    () => links.drop(),
    () => clicks.drop(),
  );
  const click = { domain: 'default', owner: 'w', ts: Date.UTC(2026, 10, 30), country: 'FR', referrer: '' };
  const rest = { userAgent: 'Mozilla/5.0', language: 'fr', visitor: '1', region: 'local' };
  await clicks.count(
    Array.from({ length: 50 }, (_, at) => ({ id: `c${at}`, code: 'Spring', ...click, ...rest })),
    'stream',
    0,
  );
});
afterAll(async () => {
  vi.unstubAllEnvs();
  for (const cleanUp of cleanUps) await cleanUp();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs one command on some stores. */
const ops = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Outcome> =>
  runCommand(args, {
    DATA_DIR: folder,
    DATABASE_URL: links.url,
    CLICKHOUSE_URL: clicks.url,
    S3_ENDPOINT: s3.endpoint,
    BACKUP_TO: place,
    ...env,
  });

describe('backup, restore and drill (RUN-3, RUN-5)', () => {
  test('a backup in S3-compatible storage is restored into empty engines, and a second time into none', async () => {
    const taken = await ops(['backup']);
    expect(taken.code).toBe(0);
    expect(taken.printed).toMatch(/^links-\d{8}T\d{9}Z: 100 links, 12 tables, in s3:\/\/backups\/brevia\/$/m);
    expect(taken.printed).toMatch(/^clicks-\d{8}T\d{9}Z: 50 clicks of 1 months, in/m);

    const [otherLinks, otherClicks] = await Promise.all([emptyLinkStore(), emptyClickStore()]);
    cleanUps.push(
      () => otherLinks.drop(),
      () => otherClicks.drop(),
    );
    const target = { DATABASE_URL: otherLinks.url, CLICKHOUSE_URL: otherClicks.url };
    const restored = await ops(['restore', '--from', place], target);
    expect(restored).toEqual({ code: 0, printed: expect.stringContaining('links: 100 rows') as string });
    expect(restored.printed).toContain('clicks 202611: 50 clicks');
    expect(await otherClicks.summary()).toEqual(await clicks.summary());
    expect(await ops(['migrate'], target)).toEqual({ code: 0, printed: 'Everything is up to date.' });

    const again = await ops(['restore'], target);
    expect(again).toEqual({ code: 1, printed: expect.stringContaining('not empty') as string });
    const justLinks = await ops(['restore', '--only', 'links'], target);
    expect(justLinks).toEqual({ code: 1, printed: expect.stringContaining('DATABASE_URL') as string });
  });

  test('neither store is written when the other is not empty', async () => {
    const other = await emptyLinkStore();
    cleanUps.push(() => other.drop());
    const { code } = await ops(['restore'], { DATABASE_URL: other.url });
    expect(code).toBe(1);
    const { rows } = await other.sql.query(
      `SELECT 1 FROM information_schema.tables WHERE table_schema = current_schema()`,
    );
    expect(rows).toEqual([]);
  });

  test('the drill restores the newest backups into engines of its own, opens a link and leaves nothing', async () => {
    const drills = () => readdirSync(tmpdir()).filter((name) => name.startsWith('brevia-drill-'));
    const before = drills();
    const { code, printed } = await ops(['drill'], { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' });
    expect(printed).toContain('  opened Spring');
    expect(printed).toMatch(/The drill went well \(\d+\.\d s\)\.$/);
    expect(code).toBe(0);
    expect(drills()).toEqual(before);
  });

  test('old backups go, the newest of each kind stays', async () => {
    const to = join(folder, 'kept');
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-09-01T00:00:00Z') });
    expect((await ops(['backup', '--to', to])).code).toBe(0);
    vi.setSystemTime(new Date('2026-11-15T00:00:00Z'));
    const { printed } = await ops(['backup', '--to', to]);
    vi.useRealTimers();
    expect(printed).toContain('Removed links-20260901T000000000Z, which is older than 30 days.');
    expect(readdirSync(to).sort()).toEqual([
      'clicks-20260901T000000000Z',
      'clicks-20261115T000000000Z',
      'links-20261115T000000000Z',
    ]);
  });

  test.each<[string, string[], Record<string, string>, RegExp]>([
    ['an unknown backup', ['restore', '--backup', 'links-x'], {}, /no whole backup links-x in .*There are: /],
    [
      'an empty place',
      ['drill', '--from', join(folder, 'nowhere')],
      {},
      /There is no whole backup in .*nowhere/,
    ],
    ['a wrong setting', ['backup'], { BACKUP_KEEP_LINKS_DAYS: '0' }, /BACKUP_KEEP_LINKS_DAYS: must be/],
    ['a wrong place', ['backup', '--to', 'ftp://x/y'], {}, /ftp:\/\/x\/y is neither a folder nor/],
    [
      'a store that is away',
      ['backup'],
      { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' },
      /DATABASE_URL, 127.0.0.1:1/,
    ],
  ])('%s ends with exit code 1 and says what it is', async (_what, args, env, message) => {
    const { code, printed } = await ops(args, env);
    expect(printed).toMatch(message);
    expect(code).toBe(1);
  });

  test('an unknown kind is a wrong command line', async () => {
    expect(await ops(['backup', '--only', 'everything'])).toMatchObject({
      code: 2,
      printed: expect.stringContaining('--only') as string,
    });
  });
});
