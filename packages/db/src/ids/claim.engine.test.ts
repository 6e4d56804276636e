import { CODE_SPACE } from '@brevia/core';
import { startProxy } from '@brevia/engines/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../database.ts';
import { openStore, type Store } from '../testing/open-store.ts';
import { BLOCK_SIZE, createIdBlocks } from './claim.ts';

let store: Store;
beforeAll(async () => {
  store = await openStore({ poolMax: 20 });
});
afterAll(() => store.close());

const overlaps = (firsts: readonly number[]) =>
  [...firsts].sort((a, b) => a - b).filter((first, at, all) => at > 0 && first - all[at - 1]! < BLOCK_SIZE);

describe('blocks of ids (CODE-2)', () => {
  it('100 claims at once get 100 blocks that don’t overlap (C059)', async () => {
    const blocks = await Promise.all(Array.from({ length: 100 }, () => store.db.idBlocks.claim()));
    expect(overlaps(blocks.map((block) => block.first))).toEqual([]);
    expect(blocks.every((block) => block.count === BLOCK_SIZE)).toBe(true);
  });

  it('the ranges of the regions don’t overlap and cover the whole space', async () => {
    const { rows } = await store.sql.query<{ region: string; next: string; max: string }>(
      `SELECT region, next, max FROM id_blocks WHERE region <> 'local' ORDER BY next`,
    );
    expect(rows.map((row) => row.region)).toEqual(['us-east', 'eu-west', 'ap-southeast']);
    expect(rows.map((row) => row.next).slice(1)).toEqual(rows.map((row) => row.max).slice(0, -1));
    expect(rows.at(-1)!.max).toBe(String(CODE_SPACE));
    const regional = createIdBlocks(store.db.client, 'eu-west');
    expect((await regional.claim()).first).toBe(Number(rows[1]!.next));
  });

  it('a claim whose answer got lost is thrown away: its numbers are never given out', async () => {
    const proxy = await startProxy({ target: store.url });
    const db = createDatabase({ url: proxy.url, poolMax: 1 });
    const before = await db.idBlocks.claim();
    await proxy.resetAfter((sent) => sent.includes('id_blocks') || sent.includes('local'));
    const after = await db.idBlocks.claim();
    expect(after.first - before.first).toBe(2 * BLOCK_SIZE);
    await db.close();
    await proxy.close();
  });

  it('a region without numbers, or without a row, is said clearly', async () => {
    await store.sql.query("INSERT INTO id_blocks (region, next, max) VALUES ('tiny', 0, 15000)");
    const tiny = createIdBlocks(store.db.client, 'tiny');
    expect((await tiny.claim()).first).toBe(0);
    await expect(tiny.claim()).rejects.toThrow(/"tiny" has no numbers/);
    await expect(createIdBlocks(store.db.client, 'mars').claim()).rejects.toThrow(/"mars"/);
  });

  it('after a restore the counters are moved past a margin, and never past the end of a range (C257)', async () => {
    await store.sql.query("DELETE FROM id_blocks WHERE region = 'tiny'");
    const { first } = await store.db.idBlocks.claim();
    expect(await store.db.idBlocks.movePastMargin(1_000_000)).toBe(4);
    expect((await store.db.idBlocks.claim()).first).toBe(first + BLOCK_SIZE + 1_000_000);
    await expect(store.db.idBlocks.movePastMargin(CODE_SPACE)).rejects.toThrow(/id_blocks_in_range/);
  });
});
