import type { Client } from '../client/client.ts';
import { repeatable } from '../retry/repeatable.ts';

export interface BlockedDomain {
  readonly host: string;
  readonly reason: string | null;
  readonly createdBy: string | null;
  readonly createdAt: Date;
}

/** Hosts that no link may lead to (API-6); the caller gives them in lower case and decides about subdomains. */
export interface BlockedDomains {
  list(): Promise<BlockedDomain[]>;
  /** Those whose name contains a text, by name, after a name. */
  page(query: {
    readonly search: string;
    readonly after: string | null;
    readonly limit: number;
  }): Promise<BlockedDomain[]>;
  add(
    this: void,
    entry: {
      readonly host: string;
      readonly reason: string | null;
      readonly createdBy: string | null;
    },
  ): Promise<void>;
  /** False when it was not on the list. */
  remove(this: void, host: string): Promise<boolean>;
}

export function createBlockedDomains(client: Client): BlockedDomains {
  return {
    list: () => repeatable(() => client.blockedDomain.findMany({ orderBy: { host: 'asc' } })),
    page: ({ search, after, limit }) =>
      repeatable(() =>
        client.blockedDomain.findMany({
          where: { host: { contains: search, ...(after === null ? {} : { gt: after }) } },
          orderBy: { host: 'asc' },
          take: limit,
        }),
      ),
    add: (entry) =>
      repeatable(
        async () =>
          void (await client.blockedDomain.upsert({
            where: { host: entry.host },
            create: entry,
            update: { reason: entry.reason },
          })),
      ),
    remove: (host) =>
      repeatable(async () => (await client.blockedDomain.deleteMany({ where: { host } })).count > 0),
  };
}
