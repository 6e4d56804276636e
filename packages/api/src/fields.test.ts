import { describe, expect, test } from 'vitest';
import { fieldErrors } from './field-errors.ts';
import { instant } from './fields.ts';

const problemOf = (value: unknown) => {
  const { error } = instant.safeParse(value);
  return error === undefined ? null : fieldErrors(error.issues)[0];
};

describe('an instant (C107, C175)', () => {
  test.each(['2030-01-31T12:00:00Z', '2030-01-31T12:00:00.123+05:30', '1970-01-01T00:00:00Z'])(
    '%s is one',
    (value) => {
      expect(instant.parse(value)).toEqual(new Date(value));
    },
  );

  test.each([
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '1969-12-31T23:59:59Z',
    '9999-12-31T23:59:59-01:00',
    new Date(-1),
    new Date(8.64e15),
  ])('%s is one, and is refused for its year, not for its form', (value) => {
    expect(problemOf(value)).toMatchObject({
      code: 'out_of_range',
      message: 'Must lie in the years 1970 to 9999, in UTC.',
    });
  });

  test.each(['', 'tomorrow', '2030-01-31', '2030-01-31T12:00:00', '2030-02-30T00:00:00Z', new Date(NaN)])(
    '%j is none',
    (value) => {
      expect(problemOf(value)).toMatchObject({
        code: 'invalid_time',
        message: expect.stringContaining('ISO 8601') as string,
      });
    },
  );

  test.each([1_900_000_000, null, {}, true])('%j is refused as no time', (value) => {
    expect(problemOf(value)?.message).toContain('ISO 8601');
  });
});
