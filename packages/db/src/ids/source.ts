import { createScramble, isReserved, type Region } from '@brevia/core';
import { createBlockCipher } from './aes.ts';
import type { IdBlock } from './claim.ts';
import { isHomeOf } from './region-characters.ts';

export interface CodeSourceOptions {
  readonly claim: () => Promise<IdBlock>;
  /** CODE_KEY: whoever knows it can guess neighbours. Changing it makes codes collide with old ones now and then. */
  readonly key: string;
  readonly region: Region;
  /** Told of a background claim that failed; the next code tries again. */
  readonly onClaimError?: (error: unknown) => void;
}

export interface CodeSource {
  /** The next code, from memory; a promise only before the first block is there or after the store failed for long. */
  next(): string | Promise<string>;
  /** Fetches the first block, so that no create waits. */
  warm(): Promise<void>;
}

/**
 * Codes out of claimed blocks (CODE-2): numbers are counted in memory and scrambled a block at a time; the next block is
 * fetched when half of this one is used. Numbers whose code belongs to another region are skipped.
 */
export function createCodeSource({ claim, key, region, onClaimError }: CodeSourceOptions): CodeSource {
  const scramble = createScramble(createBlockCipher(key));
  let codes: string[] = [];
  let used = 0;
  let reserve: string[] | null = null;
  let pending: Promise<void> | null = null;

  function fetchBlock(): Promise<void> {
    pending ??= claim()
      .then(({ first, count }) => {
        reserve = scramble
          .codesFor(first, count)
          // `healthz` has the form of a code, and the redirector answers it itself.
          .filter((code) => isHomeOf(region, code) && !isReserved(code));
      })
      .finally(() => {
        pending = null;
      });
    return pending;
  }

  function take(): string | null {
    if (used >= codes.length && reserve !== null) {
      codes = reserve;
      used = 0;
      reserve = null;
    }
    const code = codes[used];
    if (code === undefined) return null;
    used++;
    if (used * 2 >= codes.length && reserve === null && pending === null) {
      fetchBlock().catch((error: unknown) => onClaimError?.(error));
    }
    return code;
  }

  async function wait(): Promise<string> {
    for (;;) {
      await fetchBlock();
      const code = take();
      if (code !== null) return code;
    }
  }

  return {
    next: () => take() ?? wait(),
    async warm() {
      if (codes.length - used + (reserve?.length ?? 0) === 0) await fetchBlock();
    },
  };
}
