import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startS3Server, type S3Server } from '../testing/s3-server.ts';
import type { Archive } from './archive.ts';
import { backupName } from './names.ts';
import { openArchive } from './open-archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'brevia-archive-'));
const { signal } = new AbortController();
let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
  for (const [name, value] of Object.entries(server.credentials)) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

let serial = 0;
const nextName = () => backupName('links', new Date(1_000_000_000_000 + serial++));
const body = (content: string | Buffer) => Readable.from([Buffer.from(content)]);

describe.each<[string, () => Promise<Archive>]>([
  ['a folder', () => openArchive(join(folder, 'of', 'backups'), {})],
  ['S3-compatible storage', () => openArchive('s3://backups/some/prefix/', { endpoint: server.endpoint })],
])('%s as a place of backups (RUN-3)', (_what, open) => {
  test('has none at first', async () => {
    expect(await (await open()).list()).toEqual([]);
  });

  test('shows a backup once it is whole, and gives back what was written', async () => {
    const archive = await open();
    const name = nextName();
    const draft = await archive.begin(name);
    await draft.write('a.ndjson.gz', body('one'), signal);
    expect(await archive.list()).toEqual([]);
    await draft.publish('{"the": "manifest"}');
    expect(await archive.list()).toEqual([name]);
    expect(await text(await archive.read(name, 'a.ndjson.gz'))).toBe('one');
    expect(await text(await archive.read(name, 'manifest.json'))).toBe('{"the": "manifest"}');
    await archive.remove(name);
    expect(await archive.list()).toEqual([]);
    await expect(archive.read(name, 'a.ndjson.gz')).rejects.toThrow();
  });

  test('takes files larger than a part of an upload, and empty ones', async () => {
    const archive = await open();
    const name = nextName();
    const parts = Array.from({ length: 9 }, () => randomBytes(4 * 1024 * 1024));
    const draft = await archive.begin(name);
    await draft.write('large.native.zst', Readable.from(parts), signal);
    await draft.write('empty.native.zst', Readable.from([]), signal);
    await draft.publish('{}');
    expect((await buffer(await archive.read(name, 'large.native.zst'))).equals(Buffer.concat(parts))).toBe(
      true,
    );
    expect(await buffer(await archive.read(name, 'empty.native.zst'))).toHaveLength(0);
    await archive.remove(name);
  });

  test('rejects when what it writes breaks, and forgets it all when the backup is given up', async () => {
    const archive = await open();
    const draft = await archive.begin(nextName());
    await draft.write('a.ndjson.gz', body('one'), signal);
    const broken = Readable.from(
      (function* () {
        yield randomBytes(1_000);
        throw new Error('the store went away');
      })(),
    );
    await expect(draft.write('b.ndjson.gz', broken, signal)).rejects.toThrow('the store went away');
    await draft.discard();
    expect(await archive.sweepDrafts(new Date())).toBe(0);
    expect(await archive.list()).toEqual([]);
  });

  test('stops in the middle of a file when told so', async () => {
    const archive = await open();
    const controller = new AbortController();
    const draft = await archive.begin(nextName());
    const endless = Readable.from(
      (function* () {
        for (let sent = 0; ; sent++) {
          if (sent === 40) controller.abort();
          yield randomBytes(1024 * 1024);
        }
      })(),
    );
    await expect(draft.write('a.native.zst', endless, controller.signal)).rejects.toThrow(/abort/i);
    await draft.discard();
    expect(await archive.sweepDrafts(new Date())).toBe(0);
  });

  test('sweeps what an interrupted backup left, but not one that may be under way', async () => {
    const archive = await open();
    const [old, young] = [nextName(), nextName()];
    for (const name of [old, young])
      await (await archive.begin(name)).write('a.ndjson.gz', body('half'), signal);
    const limit = new Date(1_000_000_000_000 + serial - 1);
    expect(await archive.sweepDrafts(limit)).toBe(1);
    expect(await archive.sweepDrafts(new Date())).toBe(1);
    expect(await archive.list()).toEqual([]);
  });
});

test.each(['s3://', 's3://Bad_Bucket/x', 'http://example.com/x'])(
  '%s is refused as a place',
  async (address) => {
    await expect(openArchive(address, {})).rejects.toThrow(address);
  },
);

test('a bucket that is not there is named', async () => {
  const archive = await openArchive('s3://nowhere/x', { endpoint: server.endpoint });
  await expect(archive.list()).rejects.toThrow('s3://nowhere/x');
});

test('a storage that does not answer is named', async () => {
  const archive = await openArchive('s3://backups/x', { endpoint: 'http://127.0.0.1:1' });
  await expect(archive.list()).rejects.toThrow('s3://backups/x');
});
