import type { BreviaError } from '@brevia/core';
import type { Call, Context } from '../context.ts';
import { toBreviaError } from '../failure.ts';
import { once } from '../idempotency/once.ts';
import { insertLink } from './insert.ts';
import { createLinkInput, type BulkResult, type CreateLinksInput } from './schema.ts';
import { spendCreates } from './spend.ts';
import { requireAnonymousAllowed } from './target.ts';

/** Inserts at a time for one bulk request, so that it can't take the whole connection pool. */
const AT_A_TIME = 8;

/**
 * Shortens up to 100 addresses; each item succeeds or fails alone, and each counts against the limit.
 * @returns results in the order of the input
 */
export function createLinks({ ctx, input }: Call<CreateLinksInput>): Promise<readonly BulkResult[]> {
  requireAnonymousAllowed(ctx);
  return once(ctx, 'links.createMany', input, async () => {
    await spendCreates(ctx, input.links.length);
    const results: BulkResult[] = [];
    for (let start = 0; start < input.links.length; start += AT_A_TIME) {
      const items = input.links.slice(start, start + AT_A_TIME);
      results.push(...(await Promise.all(items.map((item) => createOne(ctx, item)))));
    }
    return results;
  });
}

async function createOne(ctx: Context, item: unknown): Promise<BulkResult> {
  try {
    return { ok: true, link: await insertLink(ctx, createLinkInput.parse(item)) };
  } catch (error) {
    const failure = toBreviaError(error);
    if (failure.code === 'internal') ctx.report({ what: 'bulk create', error });
    return { ok: false, error: describe(failure) };
  }
}

function describe(failure: BreviaError): Extract<BulkResult, { ok: false }>['error'] {
  const suggestions = failure.details?.suggestions;
  return {
    code: failure.code,
    message: failure.message,
    fields: failure.fields,
    ...(suggestions === undefined ? {} : { suggestions }),
  };
}
