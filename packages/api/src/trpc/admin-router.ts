import { blockDomain, listBlockedDomains, unblockDomain } from '../admin/blocked-domains.ts';
import { listReservedWords, releaseWord, reserveWord } from '../admin/reserved-words.ts';
import { blockDomainInput, reservedWordInput, unblockDomainInput } from '../admin/schema.ts';
import { t } from './init.ts';
import { adminProcedure } from './procedures.ts';

/** What only admins may do; users and roles are better-auth's, under /api/auth/admin. */
export const adminRouter = t.router({
  blockedDomains: t.router({
    list: adminProcedure.query(listBlockedDomains),
    add: adminProcedure.input(blockDomainInput).mutation(blockDomain),
    remove: adminProcedure.input(unblockDomainInput).mutation(unblockDomain),
  }),
  reservedWords: t.router({
    list: adminProcedure.query(listReservedWords),
    add: adminProcedure.input(reservedWordInput).mutation(reserveWord),
    remove: adminProcedure.input(reservedWordInput).mutation(releaseWord),
  }),
});
