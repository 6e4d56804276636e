import { issueApiKey, type Scope } from '@brevia/api';
import type { Web } from './start-web.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
  readonly text: string;
}

export interface CallOptions {
  readonly key?: string;
  readonly cookie?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** One REST call; `path` is below /api/v1. */
export async function call(
  web: Pick<Web, 'url'>,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  return request(`${web.url}/api/v1${path}`, method, options);
}

/** Any HTTP call; the body is sent as JSON unless it is text. */
export async function request(url: string, method: string, options: CallOptions = {}): Promise<Answer> {
  const { key, cookie, body } = options;
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      ...(cookie === undefined ? {} : { Cookie: cookie }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  let parsed: unknown = {};
  try {
    parsed = JSON.parse(text);
  } catch {
    // Not every answer is JSON.
  }
  return {
    status: response.status,
    headers: response.headers,
    body: (parsed ?? {}) as Record<string, unknown>,
    text,
  };
}

/** Signs a new person up through better-auth, as the dashboard does. */
export async function signUp(
  web: Web,
  email = `${crypto.randomUUID()}@example.com`,
  password = 'correct horse battery',
) {
  const answer = await request(`${web.url}/api/auth/sign-up/email`, 'POST', {
    body: { name: 'Ada', email, password },
    headers: { Origin: web.url },
  });
  if (answer.status !== 200) throw new Error(`sign-up answered ${answer.status}: ${answer.text}`);
  return { email, password, cookie: cookieOf(answer), userId: (answer.body['user'] as { id: string }).id };
}

/** What a browser would send back. */
export function cookieOf(answer: Answer): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** A person with a workspace and an API key. */
export async function member(
  web: Web,
  scopes: readonly Scope[] = ['links:read', 'links:write', 'stats:read'],
) {
  const person = await signUp(web);
  const [workspace] = await web.database.workspaces.listOf(person.userId);
  if (workspace === undefined) throw new Error('sign-up made no workspace');
  const issued = await issueApiKey(web.database.apiKeys, {
    userId: person.userId,
    workspaceId: workspace.id,
    name: 'test',
    scopes,
    expiresAt: null,
  });
  return { ...person, workspaceId: workspace.id, key: issued.secret, keyId: issued.id };
}

/** A tRPC call as the dashboard's client sends it. */
export async function trpc(
  web: Pick<Web, 'url'>,
  kind: 'query' | 'mutation',
  procedure: string,
  input: unknown,
  options: CallOptions = {},
): Promise<Answer> {
  const payload = input === undefined ? undefined : { json: input };
  if (kind === 'mutation')
    return request(`${web.url}/api/trpc/${procedure}`, 'POST', { ...options, body: payload ?? {} });
  const query = payload === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(payload))}`;
  return request(`${web.url}/api/trpc/${procedure}${query}`, 'GET', options);
}
