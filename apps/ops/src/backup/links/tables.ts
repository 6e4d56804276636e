/** A table that is kept, with its primary key, which consists of TEXT columns. */
export interface KeptTable {
  readonly name: string;
  readonly key: readonly string[];
}

/** The state of the link store, each table after those that it refers to. */
export const KEPT: readonly KeptTable[] = [
  { name: 'users', key: ['id'] },
  { name: 'accounts', key: ['id'] },
  { name: 'two_factors', key: ['id'] },
  { name: 'workspaces', key: ['id'] },
  { name: 'members', key: ['id'] },
  { name: 'invitations', key: ['id'] },
  { name: 'api_keys', key: ['id'] },
  { name: 'blocked_domains', key: ['host'] },
  { name: 'reserved_words', key: ['word'] },
  { name: 'id_blocks', key: ['region'] },
  { name: 'aliases', key: ['domain', 'folded'] },
  { name: 'links', key: ['domain', 'code'] },
];

/** What is no state, and why it is not missed. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  sessions: 'people sign in again, and a stolen backup opens no session',
  verifications: 'links of mails that live for an hour',
  auth_rate_limits: 'counters of the last minutes',
  idempotency_keys: 'answers of the last day, which speak of links that the backup may not have',
  outbox: 'changes on their way to caches: after a restore versions make every cache ask again',
  leases: 'who does a job at the moment',
  schema_migrations: 'written by the migrations that the restore runs; the manifest has names and checksums',
};
