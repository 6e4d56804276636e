import { randomUUID } from 'node:crypto';
import { BreviaError, DEFAULT_DOMAIN } from '@brevia/core';
import type { Link, LinkSlot } from '@brevia/db';
import type { Context } from '../context.ts';
import type { Intent } from '../idempotency/once.ts';
import { toLinkDto } from './dto.ts';
import { aliasTaken, tellOf, type Draft } from './insert.ts';
import type { LinkDto } from './schema.ts';

/** Only a custom alias can hold a generated code (CODE-3), so a second collision in a row is already a marvel. */
const CODE_ATTEMPTS = 5;

/** Where the links of a request go, by their place in the request. */
export type Slots = Readonly<Record<number, LinkSlot>>;
type Placed = readonly [place: number, draft: Draft];

/**
 * Inserts links; the insert alone decides whether a code is free (ALIAS-3). Their slots are noted before, so that a
 * repetition after a crash puts the same links into the same slots, where it finds those that were made (API-4).
 * @returns by its place what became of each draft: its link, or why there is none
 */
export async function insertLinks(
  ctx: Context,
  drafts: readonly Placed[],
  intent: Intent<Slots>,
): Promise<ReadonlyMap<number, Link | BreviaError>> {
  const outcomes = new Map<number, Link | BreviaError>();
  let open = drafts;
  let slots = intent.earlier ?? {};
  for (let attempt = 0; attempt < CODE_ATTEMPTS && open.length > 0; attempt += 1) {
    slots = await chooseSlots(ctx, open, slots, intent);
    const rows = open.flatMap(([place, { alias, ...draft }]) => {
      const slot = slots[place];
      return slot === undefined ? [] : [{ place, alias, row: { ...draft, ...slot } }];
    });
    const results = await ctx.links.insertMany(rows.map(({ row }) => row));
    await Promise.all(
      rows.map(async ({ place, alias }, at) => {
        const result = results[at];
        if (result?.outcome === 'created') outcomes.set(place, result.link);
        else if (alias !== null) outcomes.set(place, await aliasTaken(ctx, alias));
      }),
    );
    open = open.filter(([place]) => !outcomes.has(place));
    slots = Object.fromEntries(Object.entries(slots).filter(([place]) => outcomes.has(Number(place))));
  }
  for (const [place] of open) outcomes.set(place, noFreeCode(ctx));
  return outcomes;
}

/** The same for one link, with its caches told. @throws BreviaError alias_taken, unavailable */
export async function insertLink(ctx: Context, draft: Draft, intent: Intent<Slots>): Promise<LinkDto> {
  const outcome = (await insertLinks(ctx, [[0, draft]], intent)).get(0) ?? noFreeCode(ctx);
  if (outcome instanceof BreviaError) throw outcome;
  return tellOf(ctx, outcome);
}

/** What an attempt that did not come to its end has made of the request, by place. The outbox tells the caches of it. */
export async function findMade(ctx: Context, intent: Intent<Slots>): Promise<ReadonlyMap<number, LinkDto>> {
  if (intent.earlier === null) return new Map();
  const slots = Object.entries(intent.earlier);
  const made = await ctx.links.findMade(
    DEFAULT_DOMAIN,
    slots.map(([, slot]) => slot),
  );
  return new Map(
    slots.flatMap(([place, { createKey }]) => {
      const link = made.get(createKey);
      return link === undefined ? [] : [[Number(place), toLinkDto(link, ctx)]];
    }),
  );
}

async function chooseSlots(
  ctx: Context,
  drafts: readonly Placed[],
  slots: Slots,
  intent: Intent<Slots>,
): Promise<Slots> {
  const without = drafts.filter(([place]) => slots[place] === undefined);
  if (without.length === 0) return slots;
  const fresh = await Promise.all(
    without.map(async ([place, { alias }]) => {
      const slot: LinkSlot = { code: alias ?? (await ctx.codes.next()), createKey: randomUUID() };
      return [place, slot] as const;
    }),
  );
  return intent.note({ ...slots, ...Object.fromEntries(fresh) });
}

function noFreeCode(ctx: Context): BreviaError {
  ctx.report({
    what: 'no free generated code',
    error: new Error(`${CODE_ATTEMPTS} codes in a row were taken`),
  });
  return new BreviaError('unavailable', 'No free code was found. Try again in a moment.', {
    details: { retryAfterSeconds: 1 },
  });
}
