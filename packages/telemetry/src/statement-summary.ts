/** The head of a statement; what follows an INSERT may be megabytes of rows. */
const HEAD = 4_000;
const VERBS = [
  ['INSERT', /\bINSERT\s+INTO\s+["`]?([A-Za-z_][\w.]*)/i],
  ['UPDATE', /\bUPDATE\s+["`]?([A-Za-z_][\w.]*)["`]?\s+(?:AS\s+\w+\s+)?SET\b/i],
  ['DELETE', /\bDELETE\s+FROM\s+["`]?([A-Za-z_][\w.]*)/i],
  ['SELECT', /\bFROM\s+["`]?([A-Za-z_][\w.]*)/i],
] as const;

/**
 * What a statement does, in two words (`INSERT links`): low in number, and without any value.
 * @param sql with placeholders for its values; a CTE that writes counts as the write
 */
export function statementSummary(sql: string): string {
  const head = sql.slice(0, HEAD);
  for (const [verb, pattern] of VERBS) {
    const table = pattern.exec(head)?.[1];
    if (table !== undefined) return `${verb} ${table}`;
  }
  return /^\s*([A-Za-z]+)/.exec(head)?.[1]?.toUpperCase() ?? 'statement';
}
