import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor, type LinkSort } from './cursor.ts';

const order = fc.constantFrom('asc', 'desc');
const timeSort = fc.constantFrom<LinkSort>('created_at', 'updated_at');
const code = fc.stringMatching(/^[0-9A-Za-z][0-9A-Za-z_-]{1,18}[0-9A-Za-z]$/);
const at = fc.date({
  min: new Date('1970-01-01'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});

describe('a cursor', () => {
  it('keeps its position to the millisecond (C178)', () => {
    fc.assert(
      fc.property(timeSort, order, at, code, (sort, direction, time, last) => {
        const cursor = encodeCursor(sort, direction, { at: time, code: last });
        expect(cursor).toMatch(/^[0-9A-Za-z_-]+$/);
        expect(decodeCursor(sort, direction, cursor)).toEqual({ at: time, code: last });
      }),
    );
    const byCode = encodeCursor('code', 'asc', { at: null, code: 'abc' });
    expect(decodeCursor('code', 'asc', byCode)).toEqual({ at: null, code: 'abc' });
  });

  it('belongs to one list: another sort or order refuses it', () => {
    const cursor = encodeCursor('created_at', 'desc', { at: new Date(0), code: 'abc' });
    for (const [sort, direction] of [
      ['updated_at', 'desc'],
      ['created_at', 'asc'],
      ['code', 'desc'],
    ] as const) {
      expect(() => decodeCursor(sort, direction, cursor)).toThrow(
        expect.objectContaining({ code: 'invalid_input' }),
      );
    }
  });

  it('anything else is bad input on the field `cursor`, never a crash or SQL', () => {
    const hostile = ['', 'x', "' OR 1=1 --", 'Y2Q.', Buffer.from('cd1.a;b').toString('base64url')];
    for (const cursor of hostile) {
      expect(() => decodeCursor('created_at', 'desc', cursor)).toThrow(
        expect.objectContaining({
          code: 'invalid_input',
          fields: [expect.objectContaining({ field: 'cursor' })],
        }),
      );
    }
    fc.assert(
      fc.property(fc.string(), (cursor) => {
        try {
          decodeCursor('code', 'asc', cursor);
        } catch (error) {
          expect(error).toMatchObject({ code: 'invalid_input' });
        }
      }),
    );
  });

  it('a time that the store could not read is refused', () => {
    const cursor = (time: string) => Buffer.from(`cd${time}.abc`).toString('base64url');
    for (const time of ['253402300800000', '999999999999999', '-1']) {
      expect(() => decodeCursor('created_at', 'desc', cursor(time))).toThrow(
        expect.objectContaining({ code: 'invalid_input' }),
      );
    }
    expect(decodeCursor('created_at', 'desc', cursor('253402300799999')).at).toEqual(
      new Date('9999-12-31T23:59:59.999Z'),
    );
  });
});
