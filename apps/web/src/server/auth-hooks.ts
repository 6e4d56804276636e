import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { parseWorkspaceName } from '@brevia/api';
import { personalSlug } from '@brevia/db';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import type { NewPassword } from './new-password.ts';

/** Whether an account exists costs the store a little more or less; nobody can tell behind this (C217). */
const RESET_ANSWER_MS = 400;

/** What happens around better-auth's own endpoints. */
export function createAuthHooks(newPassword: NewPassword | undefined) {
  const askedAt = new WeakMap<Request, number>();
  return {
    before: createAuthMiddleware(async (context) => {
      const body = (context.body ?? {}) as Record<string, unknown>;
      const withBody = (changes: object) => ({ context: { ...context, body: { ...body, ...changes } } });
      switch (context.path) {
        // Whoever changes a password may do it because somebody else knows the old one (C215).
        case '/change-password':
          return withBody({ revokeOtherSessions: true });
        case '/request-password-reset':
          if (context.request !== undefined) askedAt.set(context.request, performance.now());
          return undefined;
        case '/organization/create':
          refuseExtras(body);
          // Slugs are in no address of ours, so nobody has to think of one, or can take one away.
          return withBody({ name: workspaceName(body['name']), slug: randomUUID() });
        case '/organization/update': {
          const data = (body['data'] ?? {}) as Record<string, unknown>;
          refuseExtras(data, 'slug');
          return withBody({ data: { name: workspaceName(data['name']) } });
        }
        case '/organization/leave': {
          const workspace = await context.context.adapter.findOne<{ slug: string }>({
            model: 'organization',
            where: [{ field: 'id', value: String(body['organizationId']) }],
          });
          const session = await getSessionFromCtx(context);
          if (workspace !== null && session !== null) refuseOwn(workspace, session.user);
          return undefined;
        }
        default:
          return undefined;
      }
    }),
    after: createAuthMiddleware(async (context) => {
      const { path, request } = context;
      if (path === '/request-password-reset' && request !== undefined) {
        const left = (askedAt.get(request) ?? 0) + RESET_ANSWER_MS - performance.now();
        if (left > 0) await wait(left);
      }
      if (path === '/change-password') {
        const { user } = (context.context.returned ?? {}) as { user?: { id: string; email: string } };
        if (user !== undefined) await newPassword?.wasChanged(user, request);
      }
    }),
  };
}

/**
 * Whoever lost the workspace that came with their account could be left without any, and with that could not sign in.
 * @throws APIError (400)
 */
export function refuseOwn(workspace: { readonly slug: string }, user: { readonly id: string }): void {
  if (workspace.slug !== personalSlug(user)) return;
  throw new APIError('BAD_REQUEST', {
    code: 'OWN_WORKSPACE',
    message: 'The workspace that came with an account stays theirs.',
  });
}

/** A workspace is its name; the rest of what better-auth would keep is unbounded, and shown nowhere. */
function refuseExtras(data: Record<string, unknown>, ...more: string[]): void {
  const extra = ['logo', 'metadata', ...more].find((name) => data[name] !== undefined);
  if (extra === undefined) return;
  throw new APIError('BAD_REQUEST', {
    code: 'INVALID_FIELD',
    message: `A workspace has no ${extra} to set.`,
  });
}

function workspaceName(raw: unknown): string {
  const name = parseWorkspaceName(raw);
  if (name.ok) return name.value;
  throw new APIError('BAD_REQUEST', { code: 'INVALID_NAME', message: name.error.message });
}
