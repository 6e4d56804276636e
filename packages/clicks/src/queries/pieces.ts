import type { Stretch } from './span.ts';

const DAY = 86_400_000;

/** The whole UTC hours or days that a roll-up holds sets of visitors for, milliseconds. */
export type Unit = 3_600_000 | 86_400_000;

/** Clicks from `start` until the next piece; all in one bucket and, where a unit is cut, in that one unit. */
export interface Piece {
  readonly start: number;
  /** Where its bucket begins; null: before or after the range. */
  readonly bucket: number | null;
}

/** How a range is put together. All times in milliseconds, ascending. */
export interface Pieces {
  readonly unit: Unit;
  /** From the beginning of the first unit that the range touches to the end of the last one. */
  readonly outer: Stretch;
  readonly list: readonly Piece[];
  /** Where stretches of whole units begin: each lies in one bucket, or is a single unit that is cut. */
  readonly stretches: readonly number[];
  /** Whether any unit is cut, by a bucket's beginning or by an end of the range. */
  readonly isCut: boolean;
}

/**
 * Cuts a range at the beginnings of its buckets, and around every unit that one of these (or an end of the range) divides, so that the
 * clicks of each part of such a unit are known.
 *
 * @param starts where the buckets begin; the first one may begin before the range
 * @param range what was asked, milliseconds
 * @param whole the quarters of an hour within it
 * @param byDay cuts at each UTC midnight too: visitors have other hashes then, so their numbers are to be added, not their sets united
 */
export function cutInPieces(
  starts: readonly number[],
  range: Stretch,
  whole: Stretch,
  unit: Unit,
  byDay: boolean,
): Pieces {
  const floor = (time: number): number => Math.floor(time / unit) * unit;
  const outer = { from: floor(range.from), to: floor(range.to + unit - 1) };
  const inner = starts.filter((start) => start > whole.from && start < whole.to);
  const cuts = [...inner, range.from, range.to].filter((time) => time % unit !== 0);
  const bounds = new Set([outer.from, whole.from, ...inner, whole.to]);
  for (const cut of cuts) bounds.add(floor(cut)).add(floor(cut) + unit);
  if (byDay) for (let day = ceilDay(outer.from); day < outer.to; day += DAY) bounds.add(day);
  const sorted = [...bounds].filter((bound) => bound < outer.to).sort((a, b) => a - b);
  let index = 0;
  const list = sorted.map((start): Piece => {
    while ((starts[index + 1] ?? Infinity) <= start) index += 1;
    const isInside = start >= whole.from && start < whole.to;
    return { start, bucket: isInside ? (starts[index] ?? null) : null };
  });
  return {
    unit,
    outer,
    list,
    stretches: sorted.filter((start) => start % unit === 0),
    isCut: cuts.length > 0,
  };
}

const ceilDay = (time: number): number => Math.ceil(time / DAY) * DAY;

/** Clicks of a part of a unit that is no whole quarter of an hour: in the range, and counted within the piece around it. */
interface Edge {
  readonly at: number;
  readonly bucket: number;
  readonly clicks: number;
}

/**
 * Visitors of each bucket from those of whole units. A unit that is cut gives each part as many of its visitors as that part has of
 * its clicks: nobody is lost or counted twice, and who clicks once is where the clicks are.
 *
 * @param visitors of each stretch, by where it begins
 * @param clicks of each piece, by where it begins
 */
export function shareOut(
  pieces: Pieces,
  visitors: ReadonlyMap<number, number>,
  clicks: ReadonlyMap<number, number>,
  edges: readonly Edge[],
): Map<number, number> {
  const buckets = new Map<number, number>();
  const add = (bucket: number, people: number): void => {
    buckets.set(bucket, (buckets.get(bucket) ?? 0) + people);
  };
  const isStretch = new Set(pieces.stretches);
  const clicksOf = (piece: Piece): number => clicks.get(piece.start) ?? 0;
  for (let first = 0; first < pieces.list.length;) {
    const start = pieces.list[first]?.start ?? 0;
    let end = first + 1;
    while (end < pieces.list.length && !isStretch.has(pieces.list[end]?.start ?? 0)) end += 1;
    const parts = pieces.list.slice(first, end);
    const people = visitors.get(start) ?? 0;
    const total = parts.reduce((sum, piece) => sum + clicksOf(piece), 0);
    const until = pieces.list[end]?.start ?? pieces.outer.to;
    for (const piece of parts) {
      if (piece.bucket === null || total === 0) continue;
      add(piece.bucket, (people * clicksOf(piece)) / total);
    }
    for (const edge of edges) {
      if (edge.at >= start && edge.at < until && total > 0) add(edge.bucket, (people * edge.clicks) / total);
    }
    first = end;
  }
  // Half a visitor is one: a bucket with a visitor never shows none.
  for (const [bucket, people] of buckets)
    buckets.set(bucket, people > 0 ? Math.max(1, Math.round(people)) : 0);
  return buckets;
}
