import { z } from 'zod';

/** The last instant that every store and every JSON reader agrees on: years have four digits (C175). */
const LAST_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const NO_INSTANT = 'Must be a time in ISO 8601 with an offset, such as 2030-01-31T12:00:00Z.';
const ISO_INSTANT = z.iso.datetime({ offset: true });

/** Text that every store can hold: PostgreSQL refuses NUL, and a lone surrogate has no UTF-8 form. */
const isStorableText = (value: string): boolean => !/[\0\p{Surrogate}]/u.test(value);

/**
 * Free text of a bounded length.
 * @param max longest allowed length in UTF-16 units
 */
export const text = (max: number) =>
  z.string().max(max).refine(isStorableText, { message: 'Must not contain NUL or broken characters.' });

/**
 * An instant: a Date (from the dashboard), or ISO 8601 with an offset or Z (from REST). A number, an empty string, a
 * local time without an offset and a year outside 1970 to 9999 are refused (C107, C175), never guessed at.
 */
export const instant = z
  .custom<Date | string>((value) => value instanceof Date || typeof value === 'string', {
    message: NO_INSTANT,
  })
  .meta({ type: 'string', format: 'date-time', description: 'ISO 8601 with an offset or Z.' })
  .transform((value, context): Date => {
    const parsed =
      value instanceof Date ? value : ISO_INSTANT.safeParse(value).success ? new Date(value) : new Date(NaN);
    const time = parsed.getTime();
    const isTime = !Number.isNaN(time);
    if (isTime && time >= 0 && time <= LAST_INSTANT) return parsed;
    context.addIssue({
      code: 'custom',
      message: isTime ? 'Must lie in the years 1970 to 9999, in UTC.' : NO_INSTANT,
      params: { code: isTime ? 'out_of_range' : 'invalid_time' },
    });
    return z.NEVER;
  });

/** A code or alias as it stands in an address. Its form is judged by the look-up: what can't exist is not found. */
export const code = z.string().min(1).max(100);

/** An IANA time zone that this runtime knows. Offsets such as `+02:00` are no zones: they know no daylight saving. */
export const timezone = z
  .string()
  .refine(isTimeZone, { message: 'Must be an IANA time zone, such as Europe/Paris.' });

function isTimeZone(value: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(value)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}
