import { createHash } from 'node:crypto';

/**
 * Splits a migration into its statements: they end with a semicolon at the end of a line. Comment lines are dropped.
 * (Migrations are our own plain SQL; a test refuses bodies of functions and DO blocks, where this rule would not hold.)
 */
export function splitStatements(sql: string): string[] {
  return sql
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('--'))
    .join('\n')
    .split(/;[ \t]*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

/** SHA-256 over the statements: what a comment says may change later, what was run may not. */
export function checksum(sql: string): string {
  const hash = createHash('sha256');
  for (const statement of splitStatements(sql)) hash.update(statement.replace(/\s+/g, ' ')).update('\0');
  return hash.digest('hex');
}
