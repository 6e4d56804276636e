import type { createCaller } from '../trpc/root.ts';
import type { Query, QuerySpec } from './read-query.ts';

type Caller = ReturnType<typeof createCaller>;
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface RestRequest {
  readonly caller: Caller;
  /** The `{code}` of the path, decoded; empty where the path has none. */
  readonly code: string;
  readonly query: Query;
  /** The JSON body with its names in camelCase; empty where the route takes none. */
  readonly body: object;
}

/** What a route answers; `json` is mapped to snake_case by the handler. */
export interface RestReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: { readonly type: string; readonly body: string | Uint8Array };
}

export interface Route {
  readonly method: Method;
  /** Under the base, such as `/links/{code}`. */
  readonly path: string;
  readonly query: QuerySpec;
  /** Longest JSON body in bytes; a route without it reads no body. */
  readonly maxBody?: number;
  run(request: RestRequest): Promise<RestReply>;
}

/** The routes of a path by method, or null where there is no such path. */
export function matchPath(
  routes: readonly Route[],
  path: string,
): { readonly byMethod: ReadonlyMap<Method, Route>; readonly code: string } | null {
  const parts = path.split('/');
  const byMethod = new Map<Method, Route>();
  let code = '';
  for (const route of routes) {
    const wanted = route.path.split('/');
    if (wanted.length !== parts.length) continue;
    if (!wanted.every((part, index) => part === parts[index] || (part === '{code}' && parts[index] !== '')))
      continue;
    const raw = parts[wanted.indexOf('{code}')];
    // A fixed path such as /links/bulk comes first in the table and wins over /links/{code}.
    if (byMethod.has(route.method)) continue;
    byMethod.set(route.method, route);
    if (raw !== undefined && wanted.includes('{code}')) {
      const decoded = decode(raw);
      if (decoded === null) return null;
      code = decoded;
    }
  }
  return byMethod.size === 0 ? null : { byMethod, code };
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
