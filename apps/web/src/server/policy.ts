import type { Policy } from '@brevia/api';
import { foldAlias } from '@brevia/core';
import type { BlockedDomains, ReservedWords } from '@brevia/db';

/** How long another process than the one that an admin's change went to may go on by the old lists. */
const REFRESH_MS = 5_000;

/**
 * The operator's rules. What admins change (blocked domains, reserved words) is kept in memory and read again every few
 * seconds, so that a create asks nobody; while the store does not answer, the last known lists hold.
 */
export function createPolicy(options: {
  readonly shortUrlBase: string;
  readonly webUrl: string;
  readonly allowAnonymous: boolean;
  readonly blockedDomains: Pick<BlockedDomains, 'list'>;
  readonly reservedWords: Pick<ReservedWords, 'list'>;
  readonly report: (problem: { readonly what: string; readonly error: unknown }) => void;
}) {
  let blocked: ReadonlySet<string> = new Set();
  let reserved: ReadonlySet<string> = new Set();

  let begun = 0;
  let shown = 0;

  async function refresh(): Promise<void> {
    const turn = ++begun;
    try {
      const [domains, words] = await Promise.all([
        options.blockedDomains.list(),
        options.reservedWords.list(),
      ]);
      // A slow reading must not undo a later one.
      if (turn < shown) return;
      shown = turn;
      blocked = new Set(domains.map(({ host }) => host));
      reserved = new Set(words.map(({ word }) => foldAlias(word)));
    } catch (error) {
      options.report({ what: 'blocked domains and reserved words', error });
    }
  }

  const rules: Policy = {
    shortUrlBase: options.shortUrlBase,
    ownHosts: [options.shortUrlBase, options.webUrl].flatMap(ownHosts),
    allowAnonymous: options.allowAnonymous,
    isBlocked: (host) => blocked.has(host),
    reservedWords: () => reserved,
  };
  /** The same change, which counts in this process before it is answered. */
  const thenRefresh =
    <Input, Output>(change: (input: Input) => Promise<Output>) =>
    async (input: Input): Promise<Output> => {
      const outcome = await change(input);
      await refresh();
      return outcome;
    };
  return {
    rules,
    thenRefresh,
    /** Reads the lists now and then again and again. @returns a function that ends it */
    start(this: void): () => void {
      void refresh();
      const timer = setInterval(() => void refresh(), REFRESH_MS);
      timer.unref();
      return () => {
        clearInterval(timer);
      };
    },
  };
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** The host of an address of ours; on one machine it answers to every name of the loopback, which must not lead back to itself. */
function ownHosts(address: string): string[] {
  const { host, hostname, port } = new URL(address);
  if (!LOOPBACK.includes(hostname)) return [host];
  return LOOPBACK.map((name) => (port === '' ? name : `${name}:${port}`));
}
