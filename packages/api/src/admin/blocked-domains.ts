import { BreviaError } from '@brevia/core';
import type { BlockedDomain } from '@brevia/db';
import type { z } from 'zod';
import type { UserActor } from '../actor.ts';
import type { Call } from '../context.ts';
import type { blockDomainInput, listBlockedDomainsInput, unblockDomainInput } from './schema.ts';

export interface BlockedDomainPage {
  readonly items: readonly BlockedDomain[];
  readonly nextCursor: string | null;
}

/** Hosts that no link may lead to (API-6), by name. */
export async function listBlockedDomains({
  ctx,
  input,
}: Call<z.output<typeof listBlockedDomainsInput>, UserActor>): Promise<BlockedDomainPage> {
  const search = (input.search ?? '').trim().toLowerCase();
  const found = await ctx.blockedDomains.page({
    search,
    after: input.cursor ?? null,
    limit: input.limit + 1,
  });
  const items = found.slice(0, input.limit);
  return { items, nextCursor: found.length > input.limit ? (items.at(-1)?.host ?? null) : null };
}

/** Covers subdomains too, in this process at once. Links that lead there already stay as they are: `disableLinksTo`. */
export async function blockDomain({
  ctx,
  input,
}: Call<z.output<typeof blockDomainInput>, UserActor>): Promise<{ host: string }> {
  await ctx.blockedDomains.add({
    host: input.host,
    reason: input.reason ?? null,
    createdBy: ctx.actor.userId,
  });
  return { host: input.host };
}

/** @throws BreviaError not_found */
export async function unblockDomain({
  ctx,
  input,
}: Call<z.output<typeof unblockDomainInput>, UserActor>): Promise<{ host: string }> {
  if (!(await ctx.blockedDomains.remove(input.host))) {
    throw new BreviaError('not_found', 'This host is not blocked.');
  }
  return { host: input.host };
}
