import { BreviaError, foldAlias, RESERVED_WORDS } from '@brevia/core';
import type { ReservedWord } from '@brevia/db';
import type { z } from 'zod';
import type { UserActor } from '../actor.ts';
import { invalidInput } from '../failure.ts';
import type { Call } from '../context.ts';
import type { reservedWordInput } from './schema.ts';

type WordCall = Call<z.output<typeof reservedWordInput>, UserActor>;

export interface ReservedWordLists {
  readonly own: readonly ReservedWord[];
  /** Core's own, which nobody can release. */
  readonly builtIn: readonly string[];
}

/** Words beside core's own list that no alias may be (ALIAS-2). Every server reads the list again within seconds. */
export async function listReservedWords({ ctx }: Pick<WordCall, 'ctx'>): Promise<ReservedWordLists> {
  return { own: await ctx.reservedWords.list(), builtIn: [...RESERVED_WORDS].sort() };
}

export async function reserveWord({ ctx, input }: WordCall): Promise<{ word: string }> {
  const word = foldAlias(input.word).trim();
  if (word === '') throw invalidInput([{ field: 'word', code: 'required', message: 'Enter a word.' }]);
  await ctx.reservedWords.add({ word, createdBy: ctx.actor.userId });
  return { word };
}

/** @throws BreviaError not_found */
export async function releaseWord({ ctx, input }: WordCall): Promise<{ word: string }> {
  const word = foldAlias(input.word).trim();
  if (!(await ctx.reservedWords.remove(word)))
    throw new BreviaError('not_found', 'This word is not reserved.');
  return { word };
}
