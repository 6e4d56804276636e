import { BreviaError } from '@brevia/core';
import type { BlockedDomain } from '@brevia/db';
import type { z } from 'zod';
import type { UserActor } from '../actor.ts';
import type { Call } from '../context.ts';
import type { blockDomainInput, unblockDomainInput } from './schema.ts';

/** Hosts that no link may lead to (API-6). Every server reads the list again within seconds. */
export function listBlockedDomains({
  ctx,
}: Pick<Call<undefined, UserActor>, 'ctx'>): Promise<BlockedDomain[]> {
  return ctx.blockedDomains.list();
}

/** Covers subdomains too; links that lead there already stay as they are. */
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
