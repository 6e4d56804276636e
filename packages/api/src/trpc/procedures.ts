import { BreviaError } from '@brevia/core';
import { InsufficientScope, toBreviaError, toTrpcError } from '../failure.ts';
import { t } from './init.ts';

/** Each procedure in a span of its own, below the request's (RUN-4). */
const traced = t.middleware(({ ctx, path, type, next }) => {
  const { tracing } = ctx;
  if (tracing === undefined) return next();
  const attributes = { 'rpc.system': 'trpc', 'rpc.method': path, 'brevia.procedure_type': type };
  return tracing.run(`trpc ${path}`, { attributes }, async (span) => {
    const result = await next();
    if (!result.ok) {
      const failure = toBreviaError(result.error);
      span.set({ 'error.type': failure.code });
      if (failure.code === 'internal' || failure.code === 'unavailable') span.fail(failure);
    }
    return result;
  });
});

/** Use-cases throw from the closed set; here, once, it becomes tRPC's (the original stays as the cause). */
const mapErrors = t.middleware(async ({ next }) => {
  const result = await next();
  if (result.ok || result.error.cause === undefined) return result;
  return { ...result, error: toTrpcError(result.error) };
});

/** A key may do what its scopes say, and nothing where no scope is named (API-1). */
const checkScope = t.middleware(({ ctx, meta, next }) => {
  if (ctx.actor.kind === 'apiKey' && (meta?.scope === undefined || !ctx.actor.scopes.includes(meta.scope))) {
    if (meta?.scope === undefined) {
      throw new BreviaError('forbidden', 'This is for signed-in people only, not for API keys.');
    }
    throw new InsufficientScope(meta.scope);
  }
  return next();
});

/** Anyone, also without an account. */
export const openProcedure = t.procedure.use(traced).use(mapErrors).use(checkScope);

/** A signed-in person or an API key. */
export const memberProcedure = openProcedure.use(({ ctx, next }) => {
  const { actor } = ctx;
  if (actor.kind === 'anonymous') throw new BreviaError('unauthorized', 'Sign in or send an API key.');
  return next({ ctx: { ...ctx, actor } });
});

/** A signed-in person only. */
export const userProcedure = memberProcedure.use(({ ctx, next }) => {
  const { actor } = ctx;
  if (actor.kind !== 'user') throw new BreviaError('forbidden', 'This is for signed-in people only.');
  return next({ ctx: { ...ctx, actor } });
});

/** An admin with a session. */
export const adminProcedure = userProcedure.use(({ ctx, next }) => {
  if (!ctx.actor.isAdmin) throw new BreviaError('forbidden', 'This is for admins only.');
  return next();
});
