import { Prisma } from '../generated/client.ts';
import type { Client } from '../client/client.ts';
import { repeatable } from '../retry/repeatable.ts';

export type IdempotencyState =
  /** Do the work, then `finish` or `abandon`. */
  | { readonly kind: 'begun' }
  /** Another request with this key is at work. */
  | { readonly kind: 'running'; readonly fingerprint: string }
  /** Another request with this key was answered; a different fingerprint means a different body (C181). */
  | { readonly kind: 'done'; readonly fingerprint: string; readonly answer: unknown };

export interface IdempotencyEntry {
  /** Who sent it: a key of one caller means nothing for another. */
  readonly actor: string;
  readonly key: string;
}

/** The same Idempotency-Key and body give the same answer once (API-4). Entries live a day. */
export interface Idempotency {
  begin(entry: IdempotencyEntry & { readonly fingerprint: string }): Promise<IdempotencyState>;
  /** `answer` is anything that JSON can hold. */
  finish(entry: IdempotencyEntry & { readonly answer: unknown }): Promise<void>;
  /** The work failed in a way that may be tried again: the key is free for the next attempt. */
  abandon(entry: IdempotencyEntry): Promise<void>;
  /** Removes up to `limit` entries past their day and says how many. */
  sweep(limit: number): Promise<number>;
}

const LOCK = Prisma.sql`INTERVAL '30 seconds'`;
const LIFE = Prisma.sql`INTERVAL '24 hours'`;

interface Row {
  readonly fingerprint: string;
  readonly answer: unknown;
  readonly done: boolean;
}

export function createIdempotency(client: Client): Idempotency {
  async function begin(entry: IdempotencyEntry & { fingerprint: string }): Promise<IdempotencyState> {
    const { actor, key, fingerprint } = entry;
    // One statement decides among parallel requests. It takes over what is past its life, or was left by a process that
    // died at work (its lock has run out, and the body is the same).
    const taken = await client.$queryRaw<unknown[]>(Prisma.sql`
      INSERT INTO idempotency_keys AS old (actor, key, fingerprint, locked_until, expires_at)
      VALUES (${actor}, ${key}, ${fingerprint}, now() + ${LOCK}, now() + ${LIFE})
      ON CONFLICT (actor, key) DO UPDATE SET fingerprint = excluded.fingerprint, answer = NULL,
        locked_until = excluded.locked_until, expires_at = excluded.expires_at, created_at = now()
      WHERE old.expires_at <= now()
        OR (old.answer IS NULL AND old.locked_until <= now() AND old.fingerprint = excluded.fingerprint)
      RETURNING actor`);
    if (taken.length > 0) return { kind: 'begun' };
    const rows = await client.$queryRaw<Row[]>(Prisma.sql`
      SELECT fingerprint, answer, answer IS NOT NULL AS done FROM idempotency_keys
      WHERE actor = ${actor} AND key = ${key}`);
    const row = rows[0];
    // It was given back between the two statements.
    if (row === undefined) return begin(entry);
    if (!row.done) return { kind: 'running', fingerprint: row.fingerprint };
    return { kind: 'done', fingerprint: row.fingerprint, answer: row.answer };
  }

  return {
    begin: (entry) => repeatable(() => begin(entry)),
    finish: ({ actor, key, answer }) =>
      repeatable(async () => {
        await client.$executeRaw(Prisma.sql`
          UPDATE idempotency_keys SET answer = ${JSON.stringify(answer)}::JSONB
          WHERE actor = ${actor} AND key = ${key}`);
      }),
    abandon: ({ actor, key }) =>
      repeatable(async () => {
        await client.$executeRaw(Prisma.sql`
          DELETE FROM idempotency_keys WHERE actor = ${actor} AND key = ${key} AND answer IS NULL`);
      }),
    sweep: (limit) =>
      repeatable(() =>
        client.$executeRaw(Prisma.sql`
          DELETE FROM idempotency_keys WHERE (actor, key) IN (
            SELECT actor, key FROM idempotency_keys WHERE expires_at <= now() LIMIT ${limit}::INT8)`),
      ),
  };
}
