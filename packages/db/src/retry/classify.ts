/**
 * What to do after an error of the link store.
 * - `retry`: nothing was written (serialization failure, no connection): run it again.
 * - `ambiguous`: it may have been written (connection lost while waiting): run it again only where that is harmless.
 * - `fail`: running it again would give the same.
 */
export type Verdict = 'retry' | 'ambiguous' | 'fail';

const PRISMA_CODE = /^P[1-9]\d{3}$/;
const SQL_STATE = /^[0-9A-Z]{5}$/;
const MAX_DEPTH = 6;

const RETRY_STATES = new Set(['40001', '40P01', '53300', '57P03', '25006']);
const RETRY_PRISMA = new Set(['P2034', 'P1001', 'P1002', 'P2024', 'P2037']);
const RETRY_KINDS = new Set(['TransactionWriteConflict', 'DatabaseNotReachable', 'TooManyConnections']);
const RETRY_SYSTEM = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const RETRY_TEXTS = [
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
];

const AMBIGUOUS_PRISMA = new Set(['P1017', 'P1008']);
const AMBIGUOUS_KINDS = new Set(['ConnectionClosed', 'SocketTimeout']);
const AMBIGUOUS_SYSTEM = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED']);
const AMBIGUOUS_TEXTS = [
  'Connection terminated unexpectedly',
  'Connection terminated',
  'not queryable',
  'Client was closed',
  'Query read timeout',
  'connection is closed',
];

interface Clues {
  readonly sqlStates: Set<string>;
  readonly prisma: Set<string>;
  readonly kinds: Set<string>;
  readonly system: Set<string>;
  readonly texts: string[];
}

/** Prisma buries the database's code in `meta.driverAdapterError.cause`, or throws the adapter's error bare. */
function collect(error: unknown, clues: Clues, depth: number): void {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return;
  const { code, originalCode, kind, message, originalMessage, cause, meta, errors } = error as Record<
    string,
    unknown
  >;
  for (const value of [code, originalCode]) {
    if (typeof value !== 'string') continue;
    if (PRISMA_CODE.test(value)) clues.prisma.add(value);
    else if (SQL_STATE.test(value) && /\d/.test(value)) clues.sqlStates.add(value);
    else clues.system.add(value);
  }
  if (typeof kind === 'string') clues.kinds.add(kind);
  for (const text of [message, originalMessage]) if (typeof text === 'string') clues.texts.push(text);
  collect(cause, clues, depth + 1);
  if (typeof meta === 'object' && meta !== null) {
    collect((meta as Record<string, unknown>)['driverAdapterError'], clues, depth + 1);
    collect({ code: (meta as Record<string, unknown>)['code'] }, clues, depth + 1);
  }
  if (Array.isArray(errors)) for (const each of errors) collect(each, clues, depth + 1);
}

function cluesOf(error: unknown): Clues {
  const clues: Clues = {
    sqlStates: new Set(),
    prisma: new Set(),
    kinds: new Set(),
    system: new Set(),
    texts: [],
  };
  collect(error, clues, 0);
  return clues;
}

const meets = (found: Set<string>, known: Set<string>) => [...found].some((each) => known.has(each));
const says = (texts: readonly string[], known: readonly string[]) =>
  texts.some((text) => known.some((each) => text.includes(each)));

/** The database's own code (SQLSTATE) wherever Prisma or pg has put it, or null. */
export function sqlStateOf(error: unknown): string | null {
  const [first] = cluesOf(error).sqlStates;
  return first ?? null;
}

/** Did a unique key refuse the statement? (23505, or P2002 from a model call.) */
export function isUniqueViolation(error: unknown): boolean {
  const clues = cluesOf(error);
  return (
    clues.sqlStates.has('23505') || clues.prisma.has('P2002') || clues.kinds.has('UniqueConstraintViolation')
  );
}

/**
 * Sorts an error of Prisma 7.10 or pg 8 (the table is in docs/decisions/link-store.md). The database's own code decides
 * before anything that a client says about the connection.
 */
export function classify(error: unknown): Verdict {
  const clues = cluesOf(error);
  for (const state of clues.sqlStates) {
    if (RETRY_STATES.has(state)) return 'retry';
    if (state === '40003' || state.startsWith('57P0') || state.startsWith('08')) return 'ambiguous';
  }
  if (clues.sqlStates.size > 0) return 'fail';
  if (meets(clues.kinds, RETRY_KINDS) || meets(clues.prisma, RETRY_PRISMA)) return 'retry';
  if (meets(clues.system, RETRY_SYSTEM) || says(clues.texts, RETRY_TEXTS)) return 'retry';
  if (meets(clues.kinds, AMBIGUOUS_KINDS) || meets(clues.prisma, AMBIGUOUS_PRISMA)) return 'ambiguous';
  if (meets(clues.system, AMBIGUOUS_SYSTEM) || says(clues.texts, AMBIGUOUS_TEXTS)) return 'ambiguous';
  return 'fail';
}

/** Did others write the same rows at that moment? Then the store is well, and patience helps. */
export function isConflict(error: unknown): boolean {
  const clues = cluesOf(error);
  return (
    clues.sqlStates.has('40001') ||
    clues.sqlStates.has('40P01') ||
    clues.prisma.has('P2034') ||
    clues.kinds.has('TransactionWriteConflict')
  );
}

/** Is the store too slow or too busy, though the connection is fine? (cancelled statement, expired transaction) */
export function isOverload(error: unknown): boolean {
  const clues = cluesOf(error);
  return clues.sqlStates.has('57014') || clues.prisma.has('P2028');
}
