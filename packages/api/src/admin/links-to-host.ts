import { BreviaError, DEFAULT_DOMAIN } from '@brevia/core';
import type { z } from 'zod';
import type { UserActor } from '../actor.ts';
import type { Call } from '../context.ts';
import { updateLink } from '../links/update.ts';
import type { linksToHostInput } from './schema.ts';

type HostCall = Call<z.output<typeof linksToHostInput>, UserActor>;

/** Links that one step of counting gives at most, and of disabling: the latter writes each of them. */
const COUNTED = 1_000;
const DISABLED = 50;
/** Changes at a time: a step must leave most of the pool to others. */
const TOGETHER = 4;

/** What one step of the walk did; the caller goes on with `nextCursor` until it is null. */
export interface HostStepResult {
  readonly count: number;
  readonly nextCursor: string | null;
}

/** Counts links that still redirect to a host or below it, one bounded step. */
export async function countLinksTo({ ctx, input }: HostCall): Promise<HostStepResult> {
  const step = await ctx.links.findToHost(stepOf(input, COUNTED));
  return { count: step.codes.length, nextCursor: step.nextCode };
}

/**
 * Disables them, one bounded step, by the same verb as their owners do: every cache hears of each.
 * A link that is deleted meanwhile counts as none.
 */
export async function disableLinksTo({ ctx, input }: HostCall): Promise<HostStepResult> {
  const step = await ctx.links.findToHost(stepOf(input, DISABLED));
  let count = 0;
  for (let at = 0; at < step.codes.length; at += TOGETHER) {
    const done = await Promise.all(
      step.codes.slice(at, at + TOGETHER).map((code) =>
        updateLink({ ctx, input: { code, enabled: false } }).then(
          () => 1,
          (error: unknown) => {
            if (error instanceof BreviaError && error.code === 'not_found') return 0;
            throw error;
          },
        ),
      ),
    );
    count += done.reduce<number>((sum, one) => sum + one, 0);
  }
  return { count, nextCursor: step.nextCode };
}

const stepOf = ({ host, cursor }: HostCall['input'], limit: number) => ({
  domain: DEFAULT_DOMAIN,
  host,
  after: cursor ?? null,
  limit,
});
