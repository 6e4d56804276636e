import { Prisma } from '../generated/client.ts';
import type { Client } from '../client/client.ts';
import { repeatable } from '../retry/repeatable.ts';

export type IdempotencyState =
  /** Do the work, then `finish`, `abandon` or `release`. `intent` is what an earlier attempt was about to write, or null. */
  | { readonly kind: 'begun'; readonly intent: unknown }
  /** Another request with this key is at work. */
  | { readonly kind: 'running'; readonly fingerprint: string }
  /** Another request with this key was answered; a different fingerprint means a different body (C181). */
  | { readonly kind: 'done'; readonly fingerprint: string; readonly answer: unknown };

export interface IdempotencyEntry {
  /** Who sent it: a key of one caller means nothing for another. */
  readonly actor: string;
  readonly key: string;
}

/** A request with its body, of which the fingerprint is a hash. */
export interface IdempotentRequest extends IdempotencyEntry {
  readonly fingerprint: string;
}

/** The same Idempotency-Key and body give the same answer once (API-4). Entries live a day. */
export interface Idempotency {
  begin(request: IdempotentRequest): Promise<IdempotencyState>;
  /**
   * Notes what the work is about to write (anything that JSON can hold), if that is still `before`.
   * @returns what is noted now: where another attempt came first its intent, which is then everybody's; null where the
   * key is no longer this request's
   */
  intend(
    request: IdempotentRequest & { readonly before: unknown; readonly intent: unknown },
  ): Promise<unknown>;
  /** `answer` is anything that JSON can hold. */
  finish(entry: IdempotencyEntry & { readonly answer: unknown }): Promise<void>;
  /** The work failed and wrote nothing: the key is free, also for another body. */
  abandon(request: IdempotentRequest): Promise<void>;
  /** The work failed and may have written what it intended: the next attempt with this body begins with that intent. */
  release(request: IdempotentRequest): Promise<void>;
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
  async function begin(request: IdempotentRequest): Promise<IdempotencyState> {
    const { actor, key, fingerprint } = request;
    // One statement decides among parallel requests. It takes over what is past its life, or was left by a process that
    // died at work (its lock has run out, and the body is the same): then with what that one intended.
    const [taken] = await client.$queryRaw<{ intent: unknown }[]>(Prisma.sql`
      INSERT INTO idempotency_keys AS old (actor, key, fingerprint, locked_until, expires_at)
      VALUES (${actor}, ${key}, ${fingerprint}, now() + ${LOCK}, now() + ${LIFE})
      ON CONFLICT (actor, key) DO UPDATE SET fingerprint = excluded.fingerprint, answer = NULL,
        intent = CASE WHEN old.expires_at > now() THEN old.intent END,
        locked_until = excluded.locked_until, expires_at = excluded.expires_at, created_at = now()
      WHERE old.expires_at <= now()
        OR (old.answer IS NULL AND old.locked_until <= now() AND old.fingerprint = excluded.fingerprint)
      RETURNING intent`);
    if (taken !== undefined) return { kind: 'begun', intent: taken.intent };
    const rows = await client.$queryRaw<Row[]>(Prisma.sql`
      SELECT fingerprint, answer, answer IS NOT NULL AS done FROM idempotency_keys
      WHERE actor = ${actor} AND key = ${key}`);
    const row = rows[0];
    // It was given back between the two statements.
    if (row === undefined) return begin(request);
    if (!row.done) return { kind: 'running', fingerprint: row.fingerprint };
    return { kind: 'done', fingerprint: row.fingerprint, answer: row.answer };
  }

  return {
    begin: (request) => repeatable(() => begin(request)),
    intend: ({ actor, key, fingerprint, before, intent }) =>
      repeatable(async () => {
        const [noted] = await client.$queryRaw<{ intent: unknown }[]>(Prisma.sql`
          UPDATE idempotency_keys SET intent =
            CASE WHEN intent IS NOT DISTINCT FROM ${json(before)}::JSONB THEN ${json(intent)}::JSONB ELSE intent END
          WHERE actor = ${actor} AND key = ${key} AND fingerprint = ${fingerprint} AND answer IS NULL
          RETURNING intent`);
        return noted?.intent ?? null;
      }),
    finish: ({ actor, key, answer }) =>
      repeatable(async () => {
        await client.$executeRaw(Prisma.sql`
          UPDATE idempotency_keys SET answer = ${JSON.stringify(answer)}::JSONB
          WHERE actor = ${actor} AND key = ${key}`);
      }),
    abandon: ({ actor, key, fingerprint }) =>
      repeatable(async () => {
        await client.$executeRaw(Prisma.sql`
          DELETE FROM idempotency_keys
          WHERE actor = ${actor} AND key = ${key} AND fingerprint = ${fingerprint} AND answer IS NULL`);
      }),
    release: ({ actor, key, fingerprint }) =>
      repeatable(async () => {
        await client.$executeRaw(Prisma.sql`
          UPDATE idempotency_keys SET locked_until = now()
          WHERE actor = ${actor} AND key = ${key} AND fingerprint = ${fingerprint} AND answer IS NULL`);
      }),
    sweep: (limit) =>
      repeatable(() =>
        client.$executeRaw(Prisma.sql`
          DELETE FROM idempotency_keys WHERE (actor, key) IN (
            SELECT actor, key FROM idempotency_keys WHERE expires_at <= now() LIMIT ${limit}::INT8)`),
      ),
  };
}

/** A missing intent is SQL's NULL, not the null of JSON. */
function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
