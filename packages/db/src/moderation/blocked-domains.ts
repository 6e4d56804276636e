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
  add(entry: {
    readonly host: string;
    readonly reason: string | null;
    readonly createdBy: string | null;
  }): Promise<void>;
  /** False when it was not on the list. */
  remove(host: string): Promise<boolean>;
}

export function createBlockedDomains(client: Client): BlockedDomains {
  return {
    list: () => repeatable(() => client.blockedDomain.findMany({ orderBy: { host: 'asc' } })),
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
