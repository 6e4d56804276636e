import { countOf, countPieces, NONE, plus, type Counts } from './counts.ts';
import { cutInPieces, shareOut, type Unit } from './pieces.ts';
import type { SeriesAnswer, SeriesQuestion } from './series-question.ts';
import { TRUSTED_VISITORS } from './sketch.ts';
import { isPresent, isRawThere, pastOf, rawOf, type Span, type Stretch } from './span.ts';
import { visitorsOfClicks, visitorsOfDays, visitorsOfHours } from './visitors.ts';

const HOUR = 3_600_000;
const DAY = 86_400_000;
/** Up to this length days are put together from hours: 750 sets take about 10 ms. */
const BY_HOURS = 31 * DAY;
/** Up to this length raw clicks may be read, however few: older ones lie in a part a month. */
const BY_CLICKS = 100 * DAY;

/** From whole quarters of an hour, and the visitors of whole hours or days. */
export async function answerFromRollUps(
  question: SeriesQuestion,
  span: Span & { readonly whole: Stretch },
  unit: Unit = unitOf(question),
): Promise<SeriesAnswer> {
  const { run, subject, starts, range, granularity, bots, now, limits } = question;
  const isByHour = granularity === 'hour';
  const { from, to } = subject.hasClicks ? range : span.whole;
  // The unit that an end at this moment divides holds nothing after it: as a whole it is exact.
  const end = isPresent(range.to, now) ? Math.ceil(to / unit) * unit : to;
  const pieces = cutInPieces(starts, { from, to: end }, span.whole, unit, unit === HOUR && !isByHour);
  const [counted, united] = await Promise.all([
    countPieces(run, subject, span, pieces),
    unit === HOUR ? visitorsOfHours(question, pieces) : visitorsOfDays(question, pieces.outer),
  ]);
  if (unit === HOUR && !isByHour && [...united.values()].some((people) => people > TRUSTED_VISITORS))
    return answerFromRollUps(question, span, DAY);

  const counts = new Map<number, Counts>();
  const add = (bucket: number, clicks: Counts): void => {
    counts.set(bucket, plus(counts.get(bucket) ?? NONE, clicks));
  };
  for (const { start, bucket } of pieces.list)
    if (bucket !== null) add(bucket, counted.pieces.get(start) ?? NONE);
  const edges = [
    { at: range.from, counts: counted.left },
    { at: range.to - 1, counts: counted.right },
  ].map((edge) => ({ ...edge, bucket: lastUpTo(starts, edge.at), clicks: countOf(edge.counts, bots) }));
  for (const edge of edges) add(edge.bucket, edge.counts);

  const total = [...counts.values()].reduce((sum, clicks) => sum + countOf(clicks, bots), 0);
  const areClicksThere = subject.hasClicks && isRawThere(range.from, now) && pastOf(range, now) <= BY_CLICKS;
  if (pieces.isCut && areClicksThere && total <= limits.byClick)
    return { counts, visitors: await visitorsOfClicks(question, rawOf(range.from, range.to), starts, 1) };
  const clicks = new Map([...counted.pieces].map(([start, found]) => [start, countOf(found, bots)]));
  return { counts, visitors: shareOut(pieces, byStretch(pieces.stretches, united), clicks, edges) };
}

function unitOf({ granularity, range, now }: SeriesQuestion): Unit {
  // Sets of hours are dropped with the raw clicks, those of days stay.
  if (!isRawThere(range.from, now)) return DAY;
  return granularity === 'hour' || pastOf(range, now) <= BY_HOURS ? HOUR : DAY;
}

/** Added up by the stretch that they begin in. */
function byStretch(stretches: readonly number[], visitors: ReadonlyMap<number, number>): Map<number, number> {
  const sums = new Map<number, number>();
  for (const [start, people] of visitors) {
    const stretch = lastUpTo(stretches, start);
    sums.set(stretch, (sums.get(stretch) ?? 0) + people);
  }
  return sums;
}

/** The last of some ascending numbers that is not above `at`; the first one where all are. */
function lastUpTo(sorted: readonly number[], at: number): number {
  let [low, high] = [0, sorted.length];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? Infinity) <= at) low = middle;
    else high = middle;
  }
  return sorted[low] ?? 0;
}
