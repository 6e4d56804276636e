import type { ChangeChannel, LinkCache } from '@brevia/cache';
import type { AroundStatement, Statement } from '@brevia/db';
import { statementSummary, traceMethods, type Tracing } from '@brevia/telemetry';
import type { Services } from '@brevia/api';

/** Every adapter as it comes, or with spans of what it sends out of the process. */
export interface TracedAdapters {
  readonly aroundStatement: AroundStatement | undefined;
  cache(this: void, cache: LinkCache): LinkCache;
  changes(this: void, changes: ChangeChannel): ChangeChannel;
  limits(this: void, limits: Services['limits']): Services['limits'];
  clickhouse<Client extends object>(this: void, client: Client): Client;
}

const untraced: TracedAdapters = {
  aroundStatement: undefined,
  cache: (cache) => cache,
  changes: (changes) => changes,
  limits: (limits) => limits,
  clickhouse: (client) => client,
};

/**
 * Spans of statements of the link store, of what goes to Redis, and of ClickHouse's queries, below those of requests. No
 * values are in them, only what kind of statement or command it is.
 * @param tracing undefined gives every adapter back as it comes
 */
export function createTracedAdapters(tracing: Tracing | undefined): TracedAdapters {
  if (tracing === undefined) return untraced;
  /** Named after what they are for: commands of one moment travel together. */
  const redis =
    <Name extends string>(names: Readonly<Record<Name, string>>) =>
    <Adapter extends Record<Name, unknown>>(adapter: Adapter): Adapter =>
      traceMethods(tracing, adapter, (method) =>
        method in names
          ? { name: `redis ${names[method as Name]}`, attributes: { 'db.system.name': 'redis' } }
          : undefined,
      );
  return {
    aroundStatement: (statement, run) => {
      const name = summaryOf(statement);
      const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name };
      return tracing.child(name, { kind: 'client', attributes }, run);
    },
    cache: redis({ get: 'get link', put: 'put link', remove: 'remove link' }),
    changes: redis({ publish: 'publish change' }),
    limits: redis({ spend: 'spend limit' }),
    clickhouse: (client) =>
      traceMethods(tracing, client, (method, [request]) => {
        if (method !== 'query') return undefined;
        const name = statementSummary((request as { query: string }).query);
        return { name, attributes: { 'db.system.name': 'clickhouse', 'db.query.summary': name } };
      }),
  };
}

function summaryOf({ operation, model, sql }: Statement): string {
  return sql === undefined ? [operation, model].filter(Boolean).join(' ') : statementSummary(sql);
}
