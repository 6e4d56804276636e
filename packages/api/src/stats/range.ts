import type { Context } from '../context.ts';
import { invalidInput } from '../failure.ts';
import type { Range } from '@brevia/clicks';
import type { BotFilter, Granularity } from './schema.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Shortest length of a bucket in milliseconds, and the range that is taken when none is asked for. */
const BUCKET: Record<Granularity, { shortest: number; usual: number }> = {
  minute: { shortest: MINUTE, usual: HOUR },
  hour: { shortest: HOUR, usual: 2 * DAY },
  day: { shortest: 23 * HOUR, usual: 30 * DAY },
  week: { shortest: 7 * DAY - HOUR, usual: 26 * 7 * DAY },
  month: { shortest: 28 * DAY, usual: 365 * DAY },
};

/** More buckets than a chart has pixels, and few enough to bound every query. */
const MOST_BUCKETS = 2_000;

/** The range of a request with its defaults; refused when it is empty, begins before 1970 or would need too many buckets. */
export function toRange(
  ctx: Pick<Context, 'clock'>,
  input: {
    readonly from?: Date | undefined;
    readonly to?: Date | undefined;
    readonly timezone: string;
    readonly bots: BotFilter;
    readonly granularity?: Granularity;
  },
): Range {
  const { shortest, usual } = BUCKET[input.granularity ?? 'day'];
  const to = input.to ?? new Date(ctx.clock());
  const from = input.from ?? new Date(to.getTime() - usual);
  // What was sent is `to`: the start that follows from it must be one that could have been sent (fields.ts).
  if (from.getTime() < 0) {
    throw invalidInput([
      { field: 'to', code: 'out_of_range', message: 'Without `from` the range would begin before 1970.' },
    ]);
  }
  if (from.getTime() >= to.getTime()) {
    throw invalidInput([{ field: 'from', code: 'invalid_range', message: 'Must lie before the end.' }]);
  }
  if ((to.getTime() - from.getTime()) / shortest > MOST_BUCKETS) {
    throw invalidInput([
      { field: 'from', code: 'range_too_long', message: `The range has more than ${MOST_BUCKETS} buckets.` },
    ]);
  }
  return { from, to, timezone: input.timezone, bots: input.bots };
}
