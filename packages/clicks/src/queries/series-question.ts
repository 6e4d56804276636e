import type { Counts } from './counts.ts';
import type { RunQuery } from './run.ts';
import type { Stretch } from './span.ts';
import type { SeriesSubject } from './subject.ts';
import type { BotFilter, SeriesRange } from './types.ts';

/** Up to how many clicks in a range its visitors are counted one by one. */
export interface VisitorLimits {
  /** By minute; past it in a sample (sample-visitors.ts). Default 500,000. */
  readonly unsampled?: number | undefined;
  /** A link's by hour, day, week or month, where units are cut; past it those are shared out (pieces.ts). Default 50,000. */
  readonly byClick?: number | undefined;
}

/** A series that is asked for, times in milliseconds. */
export interface SeriesQuestion {
  readonly run: RunQuery;
  readonly subject: SeriesSubject;
  /** Where its buckets begin. */
  readonly starts: readonly number[];
  readonly range: Stretch;
  readonly granularity: SeriesRange['granularity'];
  readonly bots: BotFilter;
  readonly now: number;
  readonly limits: Required<{ [Name in keyof VisitorLimits]: number }>;
}

/** By where the bucket begins. */
export interface SeriesAnswer {
  readonly counts: ReadonlyMap<number, Counts>;
  readonly visitors: ReadonlyMap<number, number>;
}
