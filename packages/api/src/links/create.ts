import type { Call } from '../context.ts';
import { once } from '../idempotency/once.ts';
import { findMade, insertLink, type Slots } from './insert-links.ts';
import { draftLink } from './insert.ts';
import type { CreateLinkInput, LinkDto } from './schema.ts';
import { spendCreates } from './spend.ts';
import { requireAnonymousAllowed } from './target.ts';

/**
 * Shortens one address. One SQL statement, nothing looked up before it (with an Idempotency-Key: see `once`).
 * @throws BreviaError invalid_input, alias_reserved, alias_taken, rate_limited, unavailable, idempotency_mismatch
 */
export function createLink({ ctx, input }: Call<CreateLinkInput>): Promise<LinkDto> {
  requireAnonymousAllowed(ctx);
  return once<LinkDto, Slots>(ctx, 'links.create', input, async (intent) => {
    const made = (await findMade(ctx, intent)).get(0);
    if (made !== undefined) return made;
    // Before the budget: a typing mistake costs its author none of the creates of this minute.
    const draft = draftLink(ctx, input);
    await spendCreates(ctx, 1);
    return insertLink(ctx, draft, intent);
  });
}
