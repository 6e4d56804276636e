import { blockDomain, listBlockedDomains, unblockDomain } from '../admin/blocked-domains.ts';
import { countLinksTo, disableLinksTo } from '../admin/links-to-host.ts';
import { listReservedWords, releaseWord, reserveWord } from '../admin/reserved-words.ts';
import {
  blockDomainInput,
  linksToHostInput,
  listBlockedDomainsInput,
  reservedWordInput,
  unblockDomainInput,
} from '../admin/schema.ts';
import { t } from './init.ts';
import { adminProcedure } from './procedures.ts';

/** What only admins may do; users and roles are better-auth's, under /api/auth/admin. */
export const adminRouter = t.router({
  blockedDomains: t.router({
    list: adminProcedure.input(listBlockedDomainsInput).query(listBlockedDomains),
    add: adminProcedure.input(blockDomainInput).mutation(blockDomain),
    remove: adminProcedure.input(unblockDomainInput).mutation(unblockDomain),
    countLinks: adminProcedure.input(linksToHostInput).query(countLinksTo),
    disableLinks: adminProcedure.input(linksToHostInput).mutation(disableLinksTo),
  }),
  reservedWords: t.router({
    list: adminProcedure.query(listReservedWords),
    add: adminProcedure.input(reservedWordInput).mutation(reserveWord),
    remove: adminProcedure.input(reservedWordInput).mutation(releaseWord),
  }),
});
