import type { Client } from '../client/client.ts';
import { repeatable } from '../retry/repeatable.ts';
import { createAdminister, type Administration, type AdministrationOutcome } from './administer.ts';
import {
  createListOneUser,
  createListUsers,
  type ListedUser,
  type UserStep,
  type UserStepResult,
} from './list-users.ts';

export interface UserRecord {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: string | null;
  readonly banned: boolean;
  readonly createdAt: Date;
}

/** People beyond what better-auth does: for the operator's commands and the API. */
export interface Users {
  findById(id: string): Promise<UserRecord | null>;
  /** Without regard to case. */
  findByEmail(email: string): Promise<UserRecord | null>;
  setRole(id: string, role: 'user' | 'admin'): Promise<void>;
  markEmailVerified(id: string): Promise<void>;
  /** One bounded step through all accounts, by address. */
  list(step: UserStep): Promise<UserStepResult>;
  /** The account with an address, without regard to case, as `list` shows it. */
  listOne(email: string): Promise<ListedUser | null>;
  /** A change by an admin, who is still one when it is written: somebody always is. */
  administer(this: void, request: Administration): Promise<AdministrationOutcome>;
  /** Ends every session of an account. */
  endSessions(this: void, id: string): Promise<void>;
}

const SELECT = { id: true, email: true, name: true, role: true, banned: true, createdAt: true } as const;

export function createUsers(client: Client): Users {
  return {
    list: createListUsers(client),
    listOne: createListOneUser(client),
    administer: createAdminister(client),
    endSessions: (userId) =>
      repeatable(async () => void (await client.session.deleteMany({ where: { userId } }))),
    findById: (id) =>
      repeatable(async () => toRecord(await client.user.findUnique({ where: { id }, select: SELECT }))),
    findByEmail: (email) =>
      repeatable(async () =>
        toRecord(
          await client.user.findUnique({ where: { emailFolded: email.toLowerCase() }, select: SELECT }),
        ),
      ),
    setRole: (id, role) =>
      repeatable(
        async () => void (await client.user.update({ where: { id }, data: { role }, select: { id: true } })),
      ),
    markEmailVerified: (id) =>
      repeatable(
        async () =>
          void (await client.user.update({
            where: { id },
            data: { emailVerified: true },
            select: { id: true },
          })),
      ),
  };
}

function toRecord(row: (Omit<UserRecord, 'banned'> & { banned: boolean | null }) | null): UserRecord | null {
  return row === null ? null : { ...row, banned: row.banned ?? false };
}
