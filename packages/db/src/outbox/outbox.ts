import type { LinkChange } from '@brevia/core';
import { Prisma } from '../generated/client.ts';
import type { Client } from '../client/client.ts';
import { repeatable } from '../retry/repeatable.ts';
import { SHARDS } from './shard.ts';

export interface OutboxEntry {
  readonly id: string;
  readonly shard: number;
  readonly createdAt: Date;
  readonly change: LinkChange;
}

/** Changes that this region's relay has still to bring to the caches. They are written with the change itself. */
export interface Outbox {
  /** Up to `limit` entries, the oldest of each shard; the changes of one link are in their order. */
  read(limit: number): Promise<OutboxEntry[]>;
  /** Forgets entries that have been published. */
  remove(entries: readonly OutboxEntry[]): Promise<void>;
  /** How many wait, counted up to `atMost`. */
  size(atMost: number): Promise<number>;
}

interface Row {
  readonly id: string;
  readonly shard: number;
  readonly created_at: Date;
  readonly change: LinkChange;
}

const SHARD_LIST = Prisma.raw(Array.from({ length: SHARDS }, (_, shard) => `(${shard}::INT4)`).join(', '));

export function createOutbox(client: Client, region: string): Outbox {
  return {
    read: (limit) =>
      repeatable(async () => {
        const perShard = Math.ceil(limit / SHARDS);
        const rows = await client.$queryRaw<Row[]>(Prisma.sql`
          SELECT entry.id, entry.shard, entry.created_at, entry.change
          FROM (VALUES ${SHARD_LIST}) AS part (shard)
          CROSS JOIN LATERAL (
            SELECT id, shard, created_at, change FROM outbox
            WHERE region = ${region} AND outbox.shard = part.shard
            ORDER BY created_at, id LIMIT ${perShard}::INT8
          ) AS entry
          ORDER BY entry.shard, entry.created_at, entry.id`);
        return rows.map((row) => ({
          id: row.id,
          shard: row.shard,
          createdAt: row.created_at,
          change: row.change,
        }));
      }),
    remove: (entries) =>
      repeatable(async () => {
        if (entries.length === 0) return;
        const ids = entries.map((entry) => entry.id);
        const shards = [...new Set(entries.map((entry) => entry.shard))];
        const from = new Date(Math.min(...entries.map((entry) => entry.createdAt.getTime())));
        const to = new Date(Math.max(...entries.map((entry) => entry.createdAt.getTime())) + 1);
        // The range of the primary key bounds the scan; the ids choose. JavaScript knows only milliseconds: hence + 1.
        await client.$executeRaw(Prisma.sql`
          DELETE FROM outbox WHERE region = ${region} AND shard = ANY (${shards}::INT4[])
            AND created_at BETWEEN ${from.toISOString()}::TIMESTAMPTZ AND ${to.toISOString()}::TIMESTAMPTZ
            AND id = ANY (${ids}::UUID[])`);
      }),
    size: (atMost) =>
      repeatable(async () => {
        const rows = await client.$queryRaw<{ waiting: bigint }[]>(Prisma.sql`
          SELECT count(*)::INT8 AS waiting FROM (
            SELECT 1 FROM outbox WHERE region = ${region} LIMIT ${atMost}::INT8) AS waiting_rows`);
        return Number(rows[0]?.waiting ?? 0n);
      }),
  };
}
