import type { Client } from './client.ts';

/** What of a statement may be told: its text has placeholders where its values are. */
export interface Statement {
  /** `findMany`, `$queryRaw`, ... */
  readonly operation: string;
  readonly model: string | undefined;
  /** Text of a raw statement. */
  readonly sql: string | undefined;
}

/** Runs a statement: awaits `run` once and gives back what it gave. */
export type AroundStatement = <T>(statement: Statement, run: () => Promise<T>) => Promise<T>;

/** The same client, each of whose calls goes through `around`. */
export function observeStatements(client: Client, around: AroundStatement): Client {
  const observed = client.$extends({
    query: {
      $allOperations: ({ model, operation, args, query }) =>
        around({ model, operation, sql: textOf(args) }, () => query(args)),
    },
  });
  // Of the extended client only the event listeners are missing, which nothing here uses.
  return observed as unknown as Client;
}

/** Raw statements come as their text with values beside it, or as pieces of text between values. */
function textOf(args: unknown): string | undefined {
  if (typeof args !== 'object' || args === null) return undefined;
  if ('sql' in args && typeof args.sql === 'string') return args.sql;
  if ('strings' in args && Array.isArray(args.strings)) return args.strings.join('?');
  return Array.isArray(args) && typeof args[0] === 'string' ? args[0] : undefined;
}
