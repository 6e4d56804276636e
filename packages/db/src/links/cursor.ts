import { BreviaError } from '@brevia/core';

export type LinkSort = 'created_at' | 'updated_at' | 'code';
export type SortOrder = 'asc' | 'desc';

/** The last link of a page: the next one begins strictly after it, ties included (C176, C177). */
export interface Position {
  /** Null when sorted by code alone. Milliseconds are exact: the columns hold no finer times (C178). */
  readonly at: Date | null;
  readonly code: string;
}

const SORT_LETTER: Record<LinkSort, string> = { created_at: 'c', updated_at: 'u', code: 'k' };
/** The end of the year 9999: beyond it the store can't read a date. */
const LATEST = 253_402_300_799_999;
const PLAIN = /^(c|u|k)(a|d)(\d{1,15})?\.([0-9A-Za-z_-]{1,64})$/;

/** An opaque text for a position in one sorted list. */
export function encodeCursor(sort: LinkSort, order: SortOrder, { at, code }: Position): string {
  return Buffer.from(`${SORT_LETTER[sort]}${order[0]!}${at?.getTime() ?? ''}.${code}`).toString('base64url');
}

/** Throws BreviaError `invalid_input` for what is no cursor of this list. */
export function decodeCursor(sort: LinkSort, order: SortOrder, cursor: string): Position {
  const match = PLAIN.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  const [, letter, direction, at, code] = match ?? [];
  const fits =
    letter === SORT_LETTER[sort] &&
    direction === order[0] &&
    (at === undefined) === (sort === 'code') &&
    Number(at ?? 0) <= LATEST;
  if (code === undefined || !fits) {
    const message = 'This cursor does not belong to this list. Start again without it.';
    throw new BreviaError('invalid_input', message, {
      fields: [{ field: 'cursor', code: 'invalid_cursor', message }],
    });
  }
  return { at: at === undefined ? null : new Date(Number(at)), code };
}
