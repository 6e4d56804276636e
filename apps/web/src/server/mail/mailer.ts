/** One message to one person; every part is finished text. */
export interface Mail {
  /** A bare address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Brings a message out of the house. */
export interface Mailer {
  /** Resolves when somebody else has taken the message over. @throws MailError within a bounded time */
  send(mail: Mail): Promise<void>;
}

/** Why a message did not go out; says nothing about its recipient or its text. */
export class MailError extends Error {
  /** Whether the same message would be refused again. */
  readonly isPermanent: boolean;

  constructor(message: string, isPermanent: boolean) {
    super(message);
    this.name = 'MailError';
    this.isPermanent = isPermanent;
  }
}
