import type { Client } from '../client/client.ts';
import { repeatable } from '../retry/repeatable.ts';

export interface ReservedWord {
  readonly word: string;
  readonly createdBy: string | null;
  readonly createdAt: Date;
}

/** Words that an admin reserves beside core's own list (ALIAS-2); folded to lower case by the caller. */
export interface ReservedWords {
  list(): Promise<ReservedWord[]>;
  add(this: void, entry: { readonly word: string; readonly createdBy: string | null }): Promise<void>;
  /** False when it was not on the list. */
  remove(this: void, word: string): Promise<boolean>;
}

export function createReservedWords(client: Client): ReservedWords {
  return {
    list: () => repeatable(() => client.reservedWord.findMany({ orderBy: { word: 'asc' } })),
    add: (entry) =>
      repeatable(
        async () =>
          void (await client.reservedWord.upsert({ where: { word: entry.word }, create: entry, update: {} })),
      ),
    remove: (word) =>
      repeatable(async () => (await client.reservedWord.deleteMany({ where: { word } })).count > 0),
  };
}
