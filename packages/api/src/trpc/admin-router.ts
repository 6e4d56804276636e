import { setUserRole, signOutUser, suspendUser, unsuspendUser } from '../admin/change-user.ts';
import { blockDomain, listBlockedDomains, unblockDomain } from '../admin/blocked-domains.ts';
import { readHealth } from '../admin/health.ts';
import { listUsers } from '../admin/list-users.ts';
import { countLinksTo, disableLinksTo } from '../admin/links-to-host.ts';
import { listReservedWords, releaseWord, reserveWord } from '../admin/reserved-words.ts';
import {
  blockDomainInput,
  linksToHostInput,
  listBlockedDomainsInput,
  reservedWordInput,
  unblockDomainInput,
} from '../admin/schema.ts';
import { listUsersInput, setRoleInput, suspendInput, userInput } from '../admin/user-schema.ts';
import { t } from './init.ts';
import { adminProcedure } from './procedures.ts';

/** What only admins may do. better-auth's own endpoints for it are closed (`server/auth.ts` of the web app). */
export const adminRouter = t.router({
  users: t.router({
    list: adminProcedure.input(listUsersInput).query(listUsers),
    setRole: adminProcedure.input(setRoleInput).mutation(setUserRole),
    suspend: adminProcedure.input(suspendInput).mutation(suspendUser),
    unsuspend: adminProcedure.input(userInput).mutation(unsuspendUser),
    signOut: adminProcedure.input(userInput).mutation(signOutUser),
  }),
  health: adminProcedure.query(readHealth),
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
