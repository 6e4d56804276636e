import { createHash } from 'node:crypto';
import { BreviaError } from '@brevia/core';
import type { IdempotencyEntry } from '@brevia/db';
import superjson from 'superjson';
import { actorKey } from '../limits/actor-key.ts';
import type { Context } from '../context.ts';

/** How long a second request waits for the first with its key before it is told to come back. */
const WAIT_MS = 5_000;
const POLL_MS = 25;

/**
 * Runs `work` at most once for the actor's Idempotency-Key and gives the same answer to everyone who repeats it (API-4).
 * A failure gives the key back, so that the client can try again. Without a key it just runs.
 * @throws BreviaError idempotency_mismatch when the key came with another input (C181); conflict when the first is still at work
 */
export async function once<Answer>(
  ctx: Context,
  operation: string,
  input: unknown,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const key = ctx.idempotencyKey;
  if (key === undefined) return work();
  const entry = { actor: actorKey(ctx.actor), key, fingerprint: fingerprint(operation, input) };
  const earlier = await waitForTurn(ctx, entry);
  if (earlier !== null) {
    ctx.answer.replayed = true;
    return superjson.parse<Answer>(earlier.answer as string);
  }
  let answer: Answer;
  try {
    answer = await work();
  } catch (error) {
    await ctx.idempotency.abandon(entry).catch((failed: unknown) => {
      ctx.report({ what: 'idempotency key not given back', error: failed });
    });
    throw error;
  }
  // As text, because JSONB would sort the fields: the repeated answer is the same to the byte.
  // The work is done: the client must learn that, even if the note for repetitions can't be written.
  await ctx.idempotency.finish({ ...entry, answer: superjson.stringify(answer) }).catch((failed: unknown) => {
    ctx.report({ what: 'idempotent answer not kept', error: failed });
  });
  return answer;
}

async function waitForTurn(
  ctx: Context,
  entry: IdempotencyEntry & { readonly fingerprint: string },
): Promise<{ answer: unknown } | null> {
  const deadline = ctx.clock() + WAIT_MS;
  for (;;) {
    const turn = await ctx.idempotency.begin(entry);
    if (turn.kind === 'begun') return null;
    if (turn.fingerprint !== entry.fingerprint) {
      throw new BreviaError('idempotency_mismatch', 'This Idempotency-Key was used with another request.');
    }
    if (turn.kind === 'done') return turn;
    if (ctx.clock() >= deadline) {
      throw new BreviaError('conflict', 'A request with this Idempotency-Key is still at work.', {
        details: { retryAfterSeconds: 1 },
      });
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** SHA-256 of operation and input, whatever the order of the fields was. */
function fingerprint(operation: string, input: unknown): string {
  return createHash('sha256').update(operation).update('\n').update(canonicalJson(input)).digest('hex');
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part) && !(part instanceof Date)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
