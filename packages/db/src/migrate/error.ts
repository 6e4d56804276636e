/** A migration that failed: says which file and statement, and that running again continues there. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}
