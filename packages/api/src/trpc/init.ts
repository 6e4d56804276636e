import { initTRPC } from '@trpc/server';
import superjson from 'superjson';
import type { Scope } from '../actor.ts';
import type { Context } from '../context.ts';
import { describeError } from './describe-error.ts';

/** What the adapters need to know about a procedure beside its types. */
export interface ProcedureMeta {
  /** What an API key must be allowed to do; a procedure without scope is closed to API keys. */
  readonly scope?: Scope;
}

export const t = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    transformer: superjson,
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) => describeError(shape, error, ctx?.requestId),
  });
