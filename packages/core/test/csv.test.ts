import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRow, toCsv, type CsvCell } from '../src/index.ts';

/** Reads RFC 4180 back, as a spreadsheet does. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    if (isQuoted) {
      if (c !== '"') cell += c;
      else if (text[i + 1] === '"') cell += text[i++];
      else isQuoted = false;
    } else if (c === '"') isQuoted = true;
    else if (c === ',') {
      row.push(cell);
      cell = '';
    } else if (c === '\r' && text[i + 1] === '\n') {
      row.push(cell);
      rows.push(row);
      row = [];
      cell = '';
      i++;
    } else cell += c;
  }
  return rows;
}

describe('CSV', () => {
  it.each<[CsvCell, string]>([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    [' spaces ', '" spaces "'],
    ['', ''],
    [null, ''],
    [undefined, ''],
    [42, '42'],
    [-2.5, '-2.5'],
    [12345678901234567890n, '12345678901234567890'],
    [true, 'true'],
    [new Date('2026-12-01T12:00:00Z'), '2026-12-01T12:00:00.000Z'],
    [new Date(Number.NaN), ''],
  ])('writes %s as %j', (cell, text) => {
    expect(csvRow([cell])).toBe(`${text}\r\n`);
  });

  it.each([
    '=HYPERLINK("http://x.example")',
    '+1+1',
    '@SUM(1)',
    '-2+3',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1',
    '＋1',
    '－1',
    '＠1',
  ])('neutralises %j (C158), in a header too (C159)', (cell) => {
    expect(readCsv(toCsv([cell], [[cell]]))).toEqual([[`'${cell}`], [`'${cell}`]]);
  });

  it('reads back as written, and no cell of text begins as a formula, for any table', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 3, maxLength: 3 }), { maxLength: 5 }),
        (rows) => {
          const header = ['a', 'b', 'c'];
          const read = readCsv(toCsv(header, rows));
          expect(read).toHaveLength(rows.length + 1);
          read.slice(1).forEach((row, i) => {
            row.forEach((cell, j) => {
              const original = rows[i]![j]!;
              expect([original, `'${original}`]).toContain(cell);
              expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
            });
          });
        },
      ),
    );
  });
});
