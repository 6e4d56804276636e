import { createApiKeys, type ApiKeys } from './api-keys/api-keys.ts';
import { createClient, type Client, type ClientOptions } from './client/client.ts';
import { createPatientClient } from './client/patient.ts';
import { createIdBlocks, type IdBlocks } from './ids/claim.ts';
import { createIdempotency, type Idempotency } from './idempotency/idempotency.ts';
import { createLeases, type Leases } from './leases/lease.ts';
import { createLinks, type Links } from './links/index.ts';
import { createBlockedDomains, type BlockedDomains } from './moderation/blocked-domains.ts';
import { createReservedWords, type ReservedWords } from './moderation/reserved-words.ts';
import { createOutbox, type Outbox } from './outbox/outbox.ts';
import { createUsers, type Users } from './users/users.ts';
import { createWorkspaces, type Workspaces } from './workspaces/workspaces.ts';

export interface DatabaseOptions extends ClientOptions {
  /** Where this process runs: chooses its block of ids and its outbox. Default `local`. */
  readonly region?: string;
}

/** The link store, and the Prisma client for better-auth. */
export interface Database {
  /** For better-auth: retries by itself. Our own repositories say for each statement what may be repeated. */
  readonly client: Client;
  readonly links: Links;
  readonly idBlocks: IdBlocks;
  readonly outbox: Outbox;
  readonly leases: Leases;
  readonly apiKeys: ApiKeys;
  readonly users: Users;
  readonly workspaces: Workspaces;
  readonly blockedDomains: BlockedDomains;
  readonly reservedWords: ReservedWords;
  readonly idempotency: Idempotency;
  /** Rejects when the store does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** All repositories over one pool. Connects at the first use; the store may be down at the start. */
export function createDatabase(options: DatabaseOptions): Database {
  const { region = 'local' } = options;
  const client = createClient(options);
  return {
    client: createPatientClient(client),
    links: createLinks(client, region),
    idBlocks: createIdBlocks(client, region),
    outbox: createOutbox(client, region),
    leases: createLeases(client),
    apiKeys: createApiKeys(client),
    users: createUsers(client),
    workspaces: createWorkspaces(client),
    blockedDomains: createBlockedDomains(client),
    reservedWords: createReservedWords(client),
    idempotency: createIdempotency(client),
    async ping() {
      await client.$queryRaw`SELECT 1`;
    },
    close: () => client.$disconnect(),
  };
}
