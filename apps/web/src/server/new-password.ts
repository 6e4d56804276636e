import type { Database } from '@brevia/db';
import type { AccountMails } from './mail/account-mails.ts';

interface Person {
  readonly id: string;
  readonly email: string;
}

type Asker = Parameters<AccountMails['passwordChanged']>[1];

/** What a new password brings with it. Neither call fails: the password is set already, and sessions must end after it. */
export interface NewPassword {
  wasReset(this: void, person: Person, asker: Asker): Promise<void>;
  wasChanged(this: void, person: Person, asker: Asker): Promise<void>;
}

export function createNewPassword(options: {
  readonly client: Pick<Database['client'], 'verification'>;
  readonly users: Pick<Database['users'], 'markEmailVerified'>;
  readonly mails: AccountMails;
  readonly report: (problem: { readonly what: string; readonly error: unknown }) => void;
}): NewPassword {
  const { client, users, mails, report } = options;

  /** Other links that were asked for before would still set a password, also by whoever reads the mailbox later. */
  const endResetLinks = (userId: string) =>
    client.verification.deleteMany({
      where: { value: userId, identifier: { startsWith: 'reset-password:' } },
    });

  async function after(person: Person, asker: Asker, provesAddress: boolean): Promise<void> {
    mails.passwordChanged(person, asker);
    try {
      await endResetLinks(person.id);
      if (provesAddress) await users.markEmailVerified(person.id);
    } catch (error) {
      report({ what: 'reset links', error });
    }
  }

  return {
    // Only the mailbox had the link.
    wasReset: (person, asker) => after(person, asker, mails.areSent),
    wasChanged: (person, asker) => after(person, asker, false),
  };
}
