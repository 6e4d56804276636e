import type { BotFilter } from './types.ts';

const DAY = 86_400_000;
const QUARTER = 900_000;

/** Raw clicks are kept for 25 months; for anything that begins earlier, whole days of the roll-ups have to do. */
const RAW_DAYS = 24 * 30;

/** Whether raw clicks of a moment are kept for sure. */
export const isRawThere = (time: number, now: number): boolean => time >= now - RAW_DAYS * DAY;

/** What happened within the last moment is not in ClickHouse yet: a batch is collected for longer. */
const MOMENT = 250;

/** Whether nothing has happened after a moment, as far as ClickHouse knows. */
export const isPresent = (time: number, now: number): boolean => time >= now - MOMENT;

/** How much of a range lies in the past: beyond there is nothing to read. */
export const pastOf = ({ from, to }: Stretch, now: number): number => Math.min(to, now) - from;

/** Up to this length a series is counted from raw clicks: fewer of them than the planning of a second table costs. */
const RAW_ONLY = 2 * 3_600_000;

/** Raw clicks in [from, to), milliseconds. `sign` -1: they are in the roll-up's days and have to be taken off again. */
interface RawPiece {
  readonly from: number;
  readonly to: number;
  readonly sign: 1 | -1;
}

/** A stretch of a roll-up, milliseconds, `to` exclusive. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** How a range is counted: whole units from a roll-up, and at most two pieces of raw clicks. */
export interface Span {
  readonly raw: readonly RawPiece[];
  /** UTC days, or quarters of an hour; null: none. */
  readonly whole: Stretch | null;
}

/**
 * A range as whole UTC days and the raw clicks of the days that it cuts. Of a day that is cut, the smaller part is read: what
 * belongs to the range, or what does not, to be taken off the whole day. After `now` there is nothing to take off, so a range
 * that ends now reads no raw clicks of today.
 */
export function daysOf(from: number, to: number, now: number): Span {
  const oldest = now - RAW_DAYS * DAY;
  const [firstDay, lastDay] = [floorDay(from), floorDay(to)];
  const starts: Edge[] = [{ day: firstDay, pieces: [] }];
  if (from > firstDay && from >= oldest) {
    starts[0] = { day: firstDay, pieces: [{ from: firstDay, to: from, sign: -1 }] };
    starts.push({ day: firstDay + DAY, pieces: [{ from, to: firstDay + DAY, sign: 1 }] });
  }
  const ends: Edge[] = [{ day: lastDay, pieces: [] }];
  if (to > lastDay) {
    const rest: RawPiece = { from: to, to: lastDay + DAY, sign: -1 };
    if (to < oldest) ends[0] = { day: lastDay + DAY, pieces: [] };
    else {
      ends[0] = { day: lastDay, pieces: [{ from: lastDay, to, sign: 1 }] };
      ends.push({ day: lastDay + DAY, pieces: [rest] });
    }
  }
  let best: Span | null = isRawThere(from, now) ? { raw: [{ from, to, sign: 1 }], whole: null } : null;
  for (const start of starts) {
    for (const end of ends) {
      if (start.day > end.day) continue;
      const whole = start.day < end.day ? { from: start.day, to: end.day } : null;
      const span: Span = { raw: [...start.pieces, ...end.pieces], whole };
      if (best === null || lengthOf(span.raw, now) < lengthOf(best.raw, now)) best = span;
    }
  }
  return best ?? { raw: [], whole: null };
}

interface Edge {
  readonly day: number;
  readonly pieces: readonly RawPiece[];
}

/** How much time holds the clicks that the pieces read. */
const lengthOf = (pieces: readonly RawPiece[], now: number): number =>
  pieces.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, now) - from), 0);

/**
 * A range as whole quarters of an hour and what sticks out on both sides. A quarter that the range cuts counts as a whole
 * where raw clicks are gone, and at its end where the range ends now, after which there is nothing.
 */
export function quartersOf(from: number, to: number, now: number): Span {
  const oldest = now - RAW_DAYS * DAY;
  const first = from < oldest ? floorQuarter(from) : ceilQuarter(from);
  const end = to < oldest || isPresent(to, now) ? ceilQuarter(to) : floorQuarter(to);
  if (from >= oldest && (pastOf({ from, to }, now) <= RAW_ONLY || first >= end)) return rawOf(from, to);
  const pieces: RawPiece[] = [
    { from, to: first, sign: 1 },
    { from: end, to, sign: 1 },
  ];
  return { raw: pieces.filter((piece) => piece.from < piece.to), whole: { from: first, to: end } };
}

/** The quarters that a range touches, as a whole. */
export const touchedQuarters = (from: number, to: number): Span => ({
  raw: [],
  whole: { from: floorQuarter(from), to: ceilQuarter(to) },
});

/** All of a range from raw clicks. */
export const rawOf = (from: number, to: number): Span => ({ raw: [{ from, to, sign: 1 }], whole: null });

/** The last midnight that ClickHouse has 32 bits of seconds for, in 2106. What lies after it would wrap around to 1970. */
const LAST_MIDNIGHT = Math.floor((2 ** 32 * 1_000) / DAY) * DAY;

/** A moment of a range as it is asked of ClickHouse: no click lies so far ahead. */
export const countable = (time: Date): number => Math.min(time.getTime(), LAST_MIDNIGHT);

const floorDay = (time: number): number => Math.floor(time / DAY) * DAY;
const floorQuarter = (time: number): number => Math.floor(time / QUARTER) * QUARTER;
const ceilQuarter = (time: number): number => Math.ceil(time / QUARTER) * QUARTER;

/** SQL: where a roll-up's `day` begins, seconds. */
export const MIDNIGHT = 'toInt64(toUInt32(day)) * 86400';

export const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1_000);

/** The kinds of client that a filter counts, as a list for SQL. Constants of ours, never input. */
export const kindsOf: Readonly<Record<BotFilter, string>> = {
  exclude: `('human')`,
  include: `('human', 'bot')`,
  only: `('bot')`,
};

/**
 * Raw clicks of a span: the condition, and what each of them counts, 1 or -1. Bound as rawFrom0, rawTo0 and so on; a query
 * leaves its raw part out where there is no piece, since planning a table takes longer than reading a few of its rows.
 */
export function rawCondition({ raw }: Pick<Span, 'raw'>): {
  readonly sql: string;
  readonly sign: string;
  /** The UTC days of the pieces, as a condition on `day`. */
  readonly days: string;
  readonly params: Record<string, number>;
} {
  const params: Record<string, number> = {};
  const conditions = raw.map(({ from, to }, index) => {
    params[`rawFrom${index}`] = from;
    params[`rawTo${index}`] = to;
    return `(ts >= fromUnixTimestamp64Milli({rawFrom${index}:Int64}, 'UTC') AND ts < fromUnixTimestamp64Milli({rawTo${index}:Int64}, 'UTC'))`;
  });
  const days = raw.map((_, index) => daysBetween(`rawFrom${index}`, `rawTo${index}`));
  const taken = conditions.filter((_, index) => raw[index]?.sign === -1);
  return {
    sql: conditions.length === 0 ? '0' : `(${conditions.join(' OR ')})`,
    days: days.length === 0 ? '0' : `(${days.join(' OR ')})`,
    sign: taken.length === 0 ? '1' : `if(${taken.join(' OR ')}, -1, 1)`,
    params,
  };
}

/** SQL: UTC days between two bound moments in milliseconds. */
const daysBetween = (from: string, to: string): string =>
  `(day >= toDate(fromUnixTimestamp64Milli({${from}:Int64}, 'UTC')) AND day <= toDate(fromUnixTimestamp64Milli({${to}:Int64}, 'UTC')))`;

/** Whole hours. */
export function hourCondition({ from, to }: Stretch): {
  readonly sql: string;
  readonly params: Record<string, number>;
} {
  return {
    sql: `(hour >= toDateTime({hourFrom:UInt32}, 'UTC') AND hour < toDateTime({hourTo:UInt32}, 'UTC'))`,
    params: { hourFrom: seconds(from), hourTo: seconds(to) },
  };
}

/** The UTC days that a stretch touches. */
export function dayCondition(stretch: Stretch): {
  readonly sql: string;
  readonly params: Record<string, number>;
} {
  return {
    sql: `(day >= toDate({dayFrom:UInt32}, 'UTC') AND day < toDate({dayTo:UInt32}, 'UTC'))`,
    params: { dayFrom: seconds(floorDay(stretch.from)), dayTo: seconds(floorDay(stretch.to + DAY - 1)) },
  };
}
