import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '../generated/client.ts';
import { observeStatements, type AroundStatement } from './observe.ts';
import { createStatementNames } from './statement-names.ts';

export type Client = PrismaClient;

export interface ClientOptions {
  readonly url: string;
  /** Connections at most: 4 for each vCPU of the database, shared by all processes of a region. */
  readonly poolMax?: number;
  readonly applicationName?: string;
  /** Milliseconds after which the server gives up a statement. */
  readonly statementTimeoutMs?: number;
  readonly connectTimeoutMs?: number;
  /** Runs each statement, for traces. Default: they are just run. */
  readonly aroundStatement?: AroundStatement | undefined;
}

const LIFETIME_SECONDS = 30 * 60;
/** better-auth hashes a password inside its sign-up transaction: on a busy machine that alone takes seconds. */
const TRANSACTION_MS = 20_000;
/**
 * A Prisma client over its own pool of `pg`. Sessions run in UTC, because Prisma sends times without a zone.
 * Nothing connects before the first query, and a lost connection heals by itself.
 */
export function createClient(options: ClientOptions): Client {
  const adapter = new PrismaPg(
    {
      connectionString: options.url,
      max: options.poolMax ?? 10,
      application_name: options.applicationName ?? 'brevia',
      options: '-c timezone=UTC',
      connectionTimeoutMillis: options.connectTimeoutMs ?? 3_000,
      statement_timeout: options.statementTimeoutMs ?? 10_000,
      query_timeout: (options.statementTimeoutMs ?? 10_000) + 1_000,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      // Connections of many processes must not all be renewed at one moment.
      maxLifetimeSeconds: Math.round(LIFETIME_SECONDS * (0.8 + 0.4 * Math.random())),
    },
    {
      statementNameGenerator: createStatementNames(500),
      // An idle connection that breaks is replaced at the next query: nobody has to do anything.
      onPoolError: () => undefined,
      onConnectionError: () => undefined,
    },
  );
  const client = new PrismaClient({ adapter, transactionOptions: { timeout: TRANSACTION_MS } });
  const { aroundStatement } = options;
  return aroundStatement === undefined ? client : observeStatements(client, aroundStatement);
}
