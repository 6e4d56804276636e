import { MailError, type Mail, type Mailer } from './mailer.ts';

const AT_ONCE = 4;
const MOST_WAITING = 1_000;
const PAUSES_MS = [5_000, 30_000, 120_000];
const LAST_ROUND_MS = 5_000;

export interface PostmanOptions {
  readonly mailer: Mailer;
  readonly report: (problem: { readonly what: string; readonly error: unknown }) => void;
  /** How long to wait before each further attempt; there are no more attempts than that. */
  readonly pausesMs?: readonly number[];
  readonly mostWaiting?: number;
}

export interface Postman {
  /** Takes a message and returns at once, whatever state the mailer is in (C218). */
  post(this: void, mail: Mail): void;
  /** One last attempt at once for all that waits. Resolves when nothing is left, or when the time is over. */
  close(this: void, withinMs?: number): Promise<void>;
}

interface Letter {
  readonly mail: Mail;
  failures: number;
}

/**
 * Sends messages in the background and tries again where the mailer fails. What waits is in memory only: the end of the
 * process loses it, and whoever misses a message asks for another.
 */
export function createPostman(options: PostmanOptions): Postman {
  const { mailer, report, pausesMs = PAUSES_MS, mostWaiting = MOST_WAITING } = options;
  const ready: Letter[] = [];
  const pausing = new Map<Letter, NodeJS.Timeout>();
  let sending = 0;
  let isClosing = false;
  let whenEmpty: (() => void) | undefined;

  function run(): void {
    while (sending < AT_ONCE) {
      const letter = ready.shift();
      if (letter === undefined) break;
      sending += 1;
      void attempt(letter).finally(() => {
        sending -= 1;
        run();
      });
    }
    if (sending === 0 && ready.length === 0 && pausing.size === 0) whenEmpty?.();
  }

  async function attempt(letter: Letter): Promise<void> {
    try {
      await mailer.send(letter.mail);
    } catch (error) {
      const pause = pausesMs[letter.failures];
      letter.failures += 1;
      if (isClosing || pause === undefined || (error instanceof MailError && error.isPermanent)) {
        report({ what: 'mail (given up)', error });
        return;
      }
      if (letter.failures === 1) report({ what: 'mail', error });
      const timer = setTimeout(() => {
        pausing.delete(letter);
        ready.push(letter);
        run();
      }, pause);
      timer.unref();
      pausing.set(letter, timer);
    }
  }

  return {
    post(mail) {
      if (isClosing || sending + ready.length + pausing.size >= mostWaiting) {
        report({ what: 'mail (given up)', error: new MailError('too many messages wait', false) });
        return;
      }
      ready.push({ mail, failures: 0 });
      run();
    },
    close: (withinMs = LAST_ROUND_MS) =>
      new Promise<void>((resolve) => {
        isClosing = true;
        const timer = setTimeout(() => {
          report({ what: 'mail (given up)', error: new MailError('the process ends', false) });
          resolve();
        }, withinMs);
        whenEmpty = () => {
          clearTimeout(timer);
          resolve();
        };
        for (const [letter, pause] of pausing) {
          clearTimeout(pause);
          ready.push(letter);
        }
        pausing.clear();
        run();
      }),
  };
}
