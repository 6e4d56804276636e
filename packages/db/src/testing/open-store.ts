import { randomUUID } from 'node:crypto';
import { DEFAULT_DOMAIN } from '@brevia/core';
import { createTestDatabase } from '@brevia/engines/testing';
import pg from 'pg';
import type { AroundStatement } from '../client/observe.ts';
import { createDatabase, type Database } from '../database.ts';
import type { Link } from '../links/link.ts';
import type { NewLink } from '../links/new-link.ts';
import { migrate } from '../migrate/migrate.ts';

export interface Store {
  readonly url: string;
  readonly db: Database;
  /** Plain SQL beside the repositories, to look behind them. */
  readonly sql: pg.Pool;
  readonly close: () => Promise<void>;
}

/** A fresh, migrated, serializable database and everything that works on it. */
export async function openStore(
  options: { poolMax?: number; region?: string; aroundStatement?: AroundStatement } = {},
): Promise<Store> {
  const database = await createTestDatabase();
  const { url } = database;
  await migrate(url);
  const db = createDatabase({ url, ...options });
  const sql = new pg.Pool({ connectionString: url, max: 4 });
  return {
    url,
    db,
    sql,
    async close() {
      await Promise.all([db.close(), sql.end()]);
      await database.drop();
    },
  };
}

let count = 0;

/** A code that no other link of this process has. */
export function freshCode(): string {
  return `t${String(++count).padStart(6, '0')}`;
}

/** A link like those that people make, in a workspace of its own unless one is given. */
export function aLink(given: Partial<NewLink> = {}): NewLink {
  return {
    domain: DEFAULT_DOMAIN,
    code: freshCode(),
    longUrl: 'https://example.com/',
    workspaceId: randomUUID(),
    creatorId: null,
    isCustom: false,
    ...given,
  };
}

/** Creates it and gives what was stored; throws when the code was taken. */
export async function created(db: Database, given: Partial<NewLink> = {}): Promise<Link> {
  const result = await db.links.insert(aLink(given));
  if (result.outcome !== 'created') throw new Error(`not created: ${result.outcome}`);
  return result.link;
}

/** What the outbox holds for a code, oldest first. */
export async function changesOf(sql: pg.Pool, code: string): Promise<Record<string, unknown>[]> {
  const { rows } = await sql.query<{ change: Record<string, unknown> }>(
    `SELECT change FROM outbox WHERE coalesce(change->'link'->>'code', change->>'code') = $1 ORDER BY created_at`,
    [code],
  );
  return rows.map(({ change }) => change);
}
