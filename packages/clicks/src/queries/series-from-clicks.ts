import { countClicks, countOf, NONE } from './counts.ts';
import { sampleVisitors } from './sample-visitors.ts';
import type { SeriesAnswer, SeriesQuestion } from './series-question.ts';
import { rawOf, type Stretch } from './span.ts';
import { visitorsOfClicks } from './visitors.ts';

/** By minute, and in very short ranges. */
export async function answerFromClicks(question: SeriesQuestion): Promise<SeriesAnswer> {
  const { run, subject, starts, range, bots, limits } = question;
  const counts = await countClicks(run, subject, rawOf(range.from, range.to), starts);
  const buckets = starts.map((start, index) => ({
    bucket: start,
    from: Math.max(start, range.from),
    to: starts[index + 1] ?? range.to,
    clicks: countOf(counts.get(start) ?? NONE, bots),
  }));
  const read = (stretches: readonly Stretch[], oneIn: number) => {
    const raw = stretches.map((stretch) => ({ ...stretch, sign: 1 as const }));
    return visitorsOfClicks(question, { raw }, starts, oneIn);
  };
  const isFew = buckets.reduce((sum, { clicks }) => sum + clicks, 0) <= limits.unsampled;
  return { counts, visitors: await (isFew ? read([range], 1) : sampleVisitors(read, buckets)) };
}
