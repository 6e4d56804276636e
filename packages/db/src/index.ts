export * from './database.ts';
export { createClient, type Client, type ClientOptions } from './client/client.ts';
export type { AroundStatement, Statement } from './client/observe.ts';
export * from './migrate/migrate.ts';
export { MigrationError } from './migrate/error.ts';
export { findMigrations } from './migrate/files.ts';
export { checksum as migrationChecksum } from './migrate/statements.ts';
export { classify, isUniqueViolation, sqlStateOf, type Verdict } from './retry/classify.ts';
export { withRetry, type RetryOptions } from './retry/retry.ts';
export { createBlockCipher } from './ids/aes.ts';
export { BLOCK_SIZE, type IdBlock, type IdBlocks } from './ids/claim.ts';
export { createCodeSource, type CodeSource, type CodeSourceOptions } from './ids/source.ts';
export type { Link, LinkScope } from './links/link.ts';
export type { Links } from './links/index.ts';
export type { InsertResult } from './links/insert.ts';
export type { LinkPage, LinkQuery } from './links/list.ts';
export type { LinkSort, SortOrder } from './links/cursor.ts';
export type { LinkSlot, NewLink } from './links/new-link.ts';
export type { LinkPatch } from './links/update.ts';
export type { Outbox, OutboxEntry } from './outbox/outbox.ts';
export type { Leases } from './leases/lease.ts';
export {
  hashApiKey,
  type ApiKeyOwner,
  type ApiKeyRecord,
  type ApiKeys,
  type NewApiKey,
} from './api-keys/api-keys.ts';
export type { UserRecord, Users } from './users/users.ts';
export type { ListedUser } from './users/list-users.ts';
export type { AccountChange, AdministrationOutcome } from './users/administer.ts';
export { personalSlug, type Membership, type Workspaces } from './workspaces/workspaces.ts';
export type { BlockedDomain, BlockedDomains } from './moderation/blocked-domains.ts';
export type { ReservedWord, ReservedWords } from './moderation/reserved-words.ts';
export type {
  Idempotency,
  IdempotencyEntry,
  IdempotencyState,
  IdempotentRequest,
} from './idempotency/idempotency.ts';
