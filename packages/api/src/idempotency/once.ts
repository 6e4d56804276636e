import { createHash } from 'node:crypto';
import { BreviaError } from '@brevia/core';
import type { IdempotencyState, IdempotentRequest } from '@brevia/db';
import superjson from 'superjson';
import type { Context } from '../context.ts';
import { toBreviaError } from '../failure.ts';
import { actorKey } from '../limits/actor-key.ts';

/** How long a second request waits for the first with its key before it is told to come back. */
const WAIT_MS = 5_000;
const POLL_MS = 25;

/** What a request is about to write, so that whoever repeats it writes the same and not the same again. */
export interface Intent<Plan> {
  /** Of an attempt that did not come to its end: it may have been carried out. */
  readonly earlier: Plan | null;
  /**
   * Notes the plan before it is carried out. @returns the plan that counts: another attempt may have noted its own first
   * @throws BreviaError conflict when another attempt has come to its end meanwhile
   */
  note(plan: Plan): Promise<Plan>;
}

/**
 * Runs `work` at most once for the actor's Idempotency-Key and gives the same answer to everyone who repeats it (API-4).
 * A failure gives the key back, so that the client can try again. Without a key it just runs.
 * @throws BreviaError idempotency_mismatch when the key came with another input (C181); conflict when the first is still at work
 */
export async function once<Answer, Plan>(
  ctx: Context,
  operation: string,
  input: unknown,
  work: (intent: Intent<Plan>) => Promise<Answer>,
): Promise<Answer> {
  const key = ctx.idempotencyKey;
  if (key === undefined) return work({ earlier: null, note: (plan) => Promise.resolve(plan) });
  const request = { actor: actorKey(ctx.actor), key, fingerprint: fingerprint(operation, input) };
  const turn = await waitForTurn(ctx, request);
  if (turn.kind === 'done') {
    ctx.answer.replayed = true;
    return superjson.parse<Answer>(turn.answer as string);
  }
  const { intent, isNoted } = openIntent<Plan>(ctx, request, turn.intent as Plan | null);
  let answer: Answer;
  try {
    answer = await work(intent);
  } catch (error) {
    // With the store away the plan may have been carried out although nobody heard of it.
    const giveBack = isNoted() && mayBeDone(error) ? 'release' : 'abandon';
    await ctx.idempotency[giveBack](request).catch((failed: unknown) => {
      ctx.report({ what: 'idempotency key not given back', error: failed });
    });
    throw error;
  }
  // As text, because JSONB would sort the fields: the repeated answer is the same to the byte.
  // The work is done: the client must learn that, even if the note for repetitions can't be written.
  await ctx.idempotency
    .finish({ ...request, answer: superjson.stringify(answer) })
    .catch((failed: unknown) => {
      ctx.report({ what: 'idempotent answer not kept', error: failed });
    });
  return answer;
}

function openIntent<Plan>(
  ctx: Context,
  request: IdempotentRequest,
  earlier: Plan | null,
): { intent: Intent<Plan>; isNoted: () => boolean } {
  let noted = earlier;
  const note = async (plan: Plan): Promise<Plan> => {
    const kept = await ctx.idempotency.intend({ ...request, before: noted, intent: plan });
    if (kept === null) throw stillAtWork();
    noted = kept as Plan;
    return noted;
  };
  return { intent: { earlier, note }, isNoted: () => noted !== null };
}

function mayBeDone(error: unknown): boolean {
  return ['unavailable', 'internal'].includes(toBreviaError(error).code);
}

function stillAtWork(): BreviaError {
  return new BreviaError('conflict', 'A request with this Idempotency-Key is still at work.', {
    details: { retryAfterSeconds: 1 },
  });
}

type Turn = Extract<IdempotencyState, { kind: 'begun' | 'done' }>;

async function waitForTurn(ctx: Context, request: IdempotentRequest): Promise<Turn> {
  const deadline = ctx.clock() + WAIT_MS;
  for (;;) {
    const turn = await ctx.idempotency.begin(request);
    if (turn.kind === 'begun') return turn;
    if (turn.fingerprint !== request.fingerprint) {
      throw new BreviaError('idempotency_mismatch', 'This Idempotency-Key was used with another request.');
    }
    if (turn.kind === 'done') return turn;
    if (ctx.clock() >= deadline) throw stillAtWork();
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
