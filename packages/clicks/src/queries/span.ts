import type { BotFilter } from './types.ts';

const DAY = 86_400_000;

/** Raw clicks are kept for 25 months; for anything that begins earlier, whole days of the roll-ups have to do. */
const RAW_DAYS = 24 * 30;

/** Up to this length everything is counted from raw clicks: exact to the millisecond, and a few milliseconds of work. */
const RAW_ONLY = 2 * DAY;

/** How a range is counted: whole UTC days from the roll-up, what sticks out on both sides from raw clicks. */
export interface Span {
  /** Raw: [from, days.from) and [days.to, to), or all of it. Milliseconds. */
  readonly raw: readonly { readonly from: number; readonly to: number }[];
  /** UTC midnights, `to` exclusive; null: no whole day. */
  readonly days: { readonly from: number; readonly to: number } | null;
}

export function spanOf(from: number, to: number, now: number): Span {
  const oldest = now - RAW_DAYS * DAY;
  const firstDay = from < oldest ? floorDay(from) : floorDay(from + DAY - 1);
  const endDay = to < oldest ? floorDay(to + DAY - 1) : floorDay(to);
  if ((to - from <= RAW_ONLY && from >= oldest) || firstDay >= endDay)
    return { raw: [{ from, to }], days: null };
  const raw = [
    { from, to: firstDay },
    { from: endDay, to },
  ].filter((edge) => edge.from < edge.to);
  return { raw, days: { from: firstDay, to: endDay } };
}

export const floorDay = (time: number): number => Math.floor(time / DAY) * DAY;

export const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1_000);

/** The kinds of client that a filter counts, as a list for SQL. Constants of ours, never input. */
export const kindsOf: Readonly<Record<BotFilter, string>> = {
  exclude: `('human')`,
  include: `('human', 'bot')`,
  only: `('bot')`,
};

/**
 * Conditions on raw clicks for the (at most two) raw pieces of a span. Bound as p0..p3; an absent piece is empty.
 */
export function rawCondition(span: Span): { sql: string; params: Record<string, number> } {
  const [a = EMPTY, b = EMPTY] = span.raw;
  return {
    sql: `((ts >= fromUnixTimestamp64Milli({rawFrom0:Int64}, 'UTC') AND ts < fromUnixTimestamp64Milli({rawTo0:Int64}, 'UTC'))
      OR (ts >= fromUnixTimestamp64Milli({rawFrom1:Int64}, 'UTC') AND ts < fromUnixTimestamp64Milli({rawTo1:Int64}, 'UTC')))`,
    params: { rawFrom0: a.from, rawTo0: a.to, rawFrom1: b.from, rawTo1: b.to },
  };
}

const EMPTY = { from: 0, to: 0 };

export function dayCondition(span: Span): { sql: string; params: Record<string, number> } {
  const { from, to } = span.days ?? EMPTY;
  return {
    sql: `(day >= toDate({dayFrom:UInt32}, 'UTC') AND day < toDate({dayTo:UInt32}, 'UTC'))`,
    params: { dayFrom: seconds(from), dayTo: seconds(to) },
  };
}
