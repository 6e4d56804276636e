import { BreviaError } from '@brevia/core';
import type { Call, Context } from '../context.ts';
import { toBreviaError } from '../failure.ts';
import { once, type Intent } from '../idempotency/once.ts';
import { findMade, insertLinks, type Slots } from './insert-links.ts';
import { draftLink, tellOf, type Draft } from './insert.ts';
import { createLinkInput, type BulkResult, type CreateLinksInput, type LinkDto } from './schema.ts';
import { spendCreates } from './spend.ts';
import { requireAnonymousAllowed } from './target.ts';

/**
 * Shortens up to 100 addresses; each item succeeds or fails alone, and each counts against the limit.
 * @returns results in the order of the input
 */
export function createLinks({ ctx, input }: Call<CreateLinksInput>): Promise<readonly BulkResult[]> {
  requireAnonymousAllowed(ctx);
  return once<readonly BulkResult[], Slots>(ctx, 'links.createMany', input, async (intent) => {
    const made = await findMade(ctx, intent);
    const missing = input.links.length - made.size;
    if (missing > 0) await spendCreates(ctx, missing);
    return createAll(ctx, input.links, intent, made);
  });
}

async function createAll(
  ctx: Context,
  items: readonly unknown[],
  intent: Intent<Slots>,
  made: ReadonlyMap<number, LinkDto>,
): Promise<BulkResult[]> {
  const results = new Map<number, BulkResult>();
  const drafts: [number, Draft][] = [];
  for (const [place, item] of items.entries()) {
    const link = made.get(place);
    if (link !== undefined) {
      results.set(place, { ok: true, link });
      continue;
    }
    try {
      drafts.push([place, draftLink(ctx, createLinkInput.parse(item))]);
    } catch (error) {
      results.set(place, failed(ctx, error));
    }
  }
  const outcomes = [...(await insertLinks(ctx, drafts, intent))];
  await Promise.all(
    outcomes.map(async ([place, outcome]) => {
      const isLink = !(outcome instanceof BreviaError);
      results.set(place, isLink ? { ok: true, link: await tellOf(ctx, outcome) } : failed(ctx, outcome));
    }),
  );
  return items.flatMap((_item, place) => results.get(place) ?? []);
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
