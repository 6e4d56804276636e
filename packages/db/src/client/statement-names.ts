import { createHash } from 'node:crypto';
import { Prisma } from '../generated/client.ts';

const MARK = '/* planned anew */';
const NAME_LENGTH = 20;

/**
 * Begins a statement that is planned for its values each time. PostgreSQL keeps one plan for any values of a named statement
 * after five runs, and a list that is right for a rare word is wrong for a common one.
 */
export const PLANNED_ANEW = Prisma.raw(MARK);

/** Names prepared statements by a hash of their text: equal texts share one plan on a connection. Empty: no name. */
export function createStatementNames(limit: number): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    // Past the limit statements go unnamed, so that neither side grows without bound.
    if (names.size >= limit || sql.startsWith(MARK)) return '';
    const name = `b${createHash('sha1').update(sql).digest('hex').slice(0, NAME_LENGTH)}`;
    names.set(sql, name);
    return name;
  };
}
