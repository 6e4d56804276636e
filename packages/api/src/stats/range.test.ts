import { BreviaError } from '@brevia/core';
import { describe, expect, it } from 'vitest';
import { toRange } from './range.ts';
import type { Granularity } from './schema.ts';

const now = Date.UTC(2026, 11, 1);
const range = (to: string | undefined, granularity?: Granularity, from?: string) =>
  toRange(
    { clock: () => now },
    {
      to: to === undefined ? undefined : new Date(to),
      from: from === undefined ? undefined : new Date(from),
      timezone: 'UTC',
      bots: 'exclude',
      ...(granularity === undefined ? {} : { granularity }),
    },
  );

function refusal(...asked: Parameters<typeof range>): unknown {
  try {
    return range(...asked);
  } catch (error) {
    return error instanceof BreviaError
      ? [error.code, ...error.fields.map(({ field, code }) => [field, code])]
      : error;
  }
}

describe('the range of statistics (STAT-2)', () => {
  it('ends now and reaches back by its granularity where nothing is asked for', () => {
    expect(range(undefined)).toMatchObject({ from: new Date(now - 30 * 86_400_000), to: new Date(now) });
    expect(range(undefined, 'minute').from).toEqual(new Date(now - 3_600_000));
  });

  it.each([
    ['1970-01-01T00:00:00Z', undefined],
    ['1970-01-02T00:00:00Z', 'hour'],
    ['1970-06-01T00:00:00Z', 'month'],
  ] as const)('that ends at %s, by %s, is refused: its usual start lies before 1970', (to, granularity) => {
    expect(refusal(to, granularity)).toEqual(['invalid_input', ['to', 'out_of_range']]);
  });

  it('may begin with 1970 itself, asked for or not', () => {
    expect(range('1970-01-31T00:00:00Z').from).toEqual(new Date(0));
    expect(range('1970-01-02T00:00:00Z', 'hour', '1970-01-01T00:00:00Z').from).toEqual(new Date(0));
  });

  it('is refused when it is empty or has too many buckets', () => {
    expect(refusal('2026-01-01T00:00:00Z', 'day', '2026-01-01T00:00:00Z')).toEqual([
      'invalid_input',
      ['from', 'invalid_range'],
    ]);
    expect(refusal('2026-01-03T00:00:00Z', 'minute', '2026-01-01T00:00:00Z')).toEqual([
      'invalid_input',
      ['from', 'range_too_long'],
    ]);
  });
});
