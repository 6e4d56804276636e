import type { BreviaError } from '@brevia/core';
import type { Call, Context } from '../context.ts';
import type { InsertResult } from '@brevia/db';
import { toBreviaError } from '../failure.ts';
import { once } from '../idempotency/once.ts';
import { aliasTaken, draftLink, insertLink, tellOf, toNewLink, type Draft } from './insert.ts';
import { createLinkInput, type BulkResult, type CreateLinksInput } from './schema.ts';
import { spendCreates } from './spend.ts';
import { requireAnonymousAllowed } from './target.ts';

/**
 * Shortens up to 100 addresses; each item succeeds or fails alone, and each counts against the limit.
 * @returns results in the order of the input
 */
export function createLinks({ ctx, input }: Call<CreateLinksInput>): Promise<readonly BulkResult[]> {
  requireAnonymousAllowed(ctx);
  return once(ctx, 'links.createMany', input, async () => {
    await spendCreates(ctx, input.links.length);
    return createAll(ctx, input.links);
  });
}

async function createAll(ctx: Context, items: readonly unknown[]): Promise<BulkResult[]> {
  const results = items.map((item) => attempt(ctx, () => draftLink(ctx, createLinkInput.parse(item))));
  const drafts = results.flatMap((result, index) =>
    'draft' in result ? [{ index, draft: result.draft }] : [],
  );
  const rows = await Promise.all(drafts.map(({ draft }) => toNewLink(ctx, draft)));
  const inserted = await ctx.links.insertMany(rows);
  const finished = await Promise.all(
    drafts.map(async ({ index, draft }, at) => [index, await finish(ctx, draft, inserted[at])] as const),
  );
  const byIndex = new Map(finished);
  return results.flatMap((result, index) => ('draft' in result ? (byIndex.get(index) ?? []) : [result]));
}

function attempt(ctx: Context, work: () => Draft): { draft: Draft } | Failed {
  try {
    return { draft: work() };
  } catch (error) {
    return failed(ctx, error);
  }
}

async function finish(ctx: Context, draft: Draft, inserted: InsertResult | undefined): Promise<BulkResult> {
  try {
    if (inserted?.outcome === 'created') return { ok: true, link: await tellOf(ctx, inserted.link) };
    if (draft.alias !== null) throw await aliasTaken(ctx, draft.alias);
    return { ok: true, link: await insertLink(ctx, draft) };
  } catch (error) {
    return failed(ctx, error);
  }
}

type Failed = Extract<BulkResult, { ok: false }>;

function failed(ctx: Context, error: unknown): Failed {
  const failure = toBreviaError(error);
  if (failure.code === 'internal') ctx.report({ what: 'bulk create', error });
  return { ok: false, error: describe(failure) };
}

function describe(failure: BreviaError): Failed['error'] {
  const suggestions = failure.details?.suggestions;
  return {
    code: failure.code,
    message: failure.message,
    fields: failure.fields,
    ...(suggestions === undefined ? {} : { suggestions }),
  };
}
