import { randomUUID } from 'node:crypto';
import { createDatabase, migrate, type Database } from '@brevia/db';
import { createTestDatabase } from '@brevia/engines/testing';
import pg from 'pg';

export interface TestLinkStore {
  readonly url: string;
  readonly database: Database;
  readonly sql: pg.Pool;
  drop(): Promise<void>;
}

/** An empty database, without tables. */
export async function emptyLinkStore(): Promise<TestLinkStore> {
  const empty = await createTestDatabase();
  const { url } = empty;
  const database = createDatabase({ url, poolMax: 2, applicationName: 'backup-test' });
  const sql = new pg.Pool({ connectionString: url, max: 2 });
  return {
    url,
    database,
    sql,
    drop: async () => {
      await Promise.all([database.close(), sql.end()]);
      await empty.drop();
    },
  };
}

/** A migrated one with rows in every kept table: odd texts, nulls, arrays, large numbers, `links` links. */
export async function filledLinkStore(links: number): Promise<TestLinkStore> {
  const store = await emptyLinkStore();
  await migrate(store.url);
  const user = `u-${randomUUID()}`;
  const statements: [string, unknown[]][] = [
    [
      `INSERT INTO users (id, name, email, role, banned, ban_expires, created_at)
       VALUES ($1, $2, 'Ada@Example.com', 'admin', NULL, '2027-01-01 00:00:00.123+05:45', '1999-12-31 23:59:59.999Z')`,
      [user, ODD],
    ],
    [
      `INSERT INTO accounts (account_id, provider_id, user_id, password) VALUES ('a', 'credential', $1, 'hash:$')`,
      [user],
    ],
    [`INSERT INTO two_factors (secret, backup_codes, user_id) VALUES ('s', '["1","2"]', $1)`, [user]],
    [`INSERT INTO sessions (token, user_id, expires_at) VALUES ('secret-session', $1, now())`, [user]],
    [`INSERT INTO workspaces (id, name, slug, metadata) VALUES ('w', $1, 'slug', '{"a": 1}')`, [ODD]],
    [`INSERT INTO members (workspace_id, user_id, role) VALUES ('w', $1, 'owner')`, [user]],
    [
      `INSERT INTO invitations (workspace_id, email, expires_at, inviter_id) VALUES ('w', 'b@example.com', now(), $1)`,
      [user],
    ],
    [
      `INSERT INTO api_keys (hash, prefix, name, scopes, user_id, workspace_id)
       VALUES (repeat('a', 64), 'brv_', $1, $2, $3, 'w')`,
      [ODD, ['links:read', 'a,b', '"', '{}', ''], user],
    ],
    [`INSERT INTO blocked_domains (host) VALUES ('evil.example'), ('xn--bcher-kva.example')`, []],
    [`INSERT INTO reserved_words (word, created_by) VALUES ('wort', $1)`, [user]],
    [`INSERT INTO aliases (domain, folded, code) VALUES ('default', 'spring', 'Spring')`, []],
    [
      `INSERT INTO links (domain, code, long_url, workspace_id, creator_id, title, notes, tags, expires_at, version, create_key, search_keys)
       VALUES ('default', 'Spring', $1, 'w', $2, $3, NULL, $4, '2030-06-30T10:00:00.007Z', 9007199254740000, gen_random_uuid(), '{-2147483648,0,2147483647}')`,
      [ODD_URL, user, ODD, ['été', 'a b', 'NULL', '', '"', '\\', '{x,y}', '🎉']],
    ],
    [
      `INSERT INTO links (domain, code, long_url, title, create_key, deleted_at, created_at)
       SELECT 'default', 'c' || lpad(n::TEXT, 6, '0'), 'https://example.com/?n=' || n, CASE WHEN n % 3 = 0 THEN 'title ' || n END,
         gen_random_uuid(), CASE WHEN n % 100 = 0 THEN now() END, '2026-01-01'::TIMESTAMPTZ + n * INTERVAL '1 millisecond'
       FROM generate_series(1, $1::INT8) AS n`,
      [links - 1],
    ],
  ];
  for (const [text, values] of statements) await store.sql.query(text, values);
  await store.database.idBlocks.claim();
  return store;
}

/** Everything that a line of text may meet on its way: quotes, escapes, all that ends lines somewhere, astral and combining characters. */
const ODD = `"'\\ \\n \t\r\n\u2028\u2029\u0085 \u0001\u007f é e\u0301 ß İ 漢字 🎉 \u{10FFFF} \uFEFF \u200f {a,b} NULL $1 \\N`;

const ODD_URL = 'https://example.com/%E2%82%AC%2f%2F/a%20b?q=%22%27&x=\\u0041&&=#%23frag';

/** All rows of a table as text, in the order of its key, without the columns that a restore changes. */
export async function rowsOf(store: TestLinkStore, table: string): Promise<string[]> {
  const { rows } = await store.sql.query<{ row: string }>(
    `SELECT (to_jsonb(t) ${table === 'links' ? `- 'version'` : ''})::TEXT AS row FROM ${table} AS t ORDER BY 1`,
  );
  return rows.map(({ row }) => row);
}
