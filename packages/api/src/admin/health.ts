import type { UserActor } from '../actor.ts';
import type { Call } from '../context.ts';
import type { HealthReadings, Reading } from './health-readings.ts';

/** An answer that takes longer is not what people should wait for; a web process that has much to do adds some itself. */
const SLOW_MS = 500;
/** Statistics may be this late (the design allows 30 to 60 s; 5 s are usual). */
const LATE_MS = 30_000;
/** A worker that lives writes its progress every 5 s. */
const WORKER_GONE_MS = 30_000;

/** `unknown`: nothing here can tell; `off`: not part of this installation. */
export type HealthState = 'up' | 'degraded' | 'down' | 'unknown' | 'off';
export type HealthReason =
  | 'silent'
  | 'slow'
  | 'late'
  | 'draining'
  | 'store'
  | 'redis'
  | 'clicks'
  | 'clickhouse'
  | 'stream'
  | 'linkChanges';

export interface PartHealth {
  readonly name: 'store' | 'redis' | 'stream' | 'clickhouse' | 'web' | 'redirector' | 'worker';
  readonly state: HealthState;
  /** Why it is not `up`. */
  readonly reasons: readonly HealthReason[];
  /** Of the question just asked; null where none was or no answer came. */
  readonly latencyMs: number | null;
}

/** How the clicks fare; null is what nothing here can tell. */
export interface ClickHealth {
  readonly adapter: 'kafka' | 'spool' | null;
  /** All clicks before this moment are counted. */
  readonly lastUpdated: Date | null;
  readonly lagSeconds: number | null;
  readonly waitingBatches: number | null;
  /** In memory of the redirector. */
  readonly waitingClicks: number | null;
  /** Both since the app started that counts them. */
  readonly dropped: number | null;
  readonly deadLetters: number | null;
}

export interface HealthReport {
  readonly checkedAt: Date;
  /** Since when this web process runs. */
  readonly startedAt: Date;
  readonly parts: readonly PartHealth[];
  readonly clicks: ClickHealth;
}

/** The health of engines and apps as this web process sees it (WEB-4); bounded by the readings' own time limits. */
export async function readHealth({ ctx }: Pick<Call<undefined, UserActor>, 'ctx'>): Promise<HealthReport> {
  return judgeHealth(await ctx.readHealth(), ctx.clock());
}

/** Pure: what the readings mean. @param now milliseconds */
export function judgeHealth(readings: HealthReadings, now: number): HealthReport {
  const { redirector, worker } = readings;
  const ingest = valueOf(readings.ingest);
  const redirectorFigures = valueOf(redirector);
  const workerFigures = valueOf(worker);
  const lagMs = ingest === null ? null : Math.max(0, now - ingest.completeTo.getTime());
  return {
    checkedAt: new Date(now),
    startedAt: readings.startedAt,
    parts: [
      engine('store', readings.store),
      engine('redis', readings.redis),
      stream(readings),
      engine('clickhouse', readings.clickhouse),
      { name: 'web', state: 'up', reasons: [], latencyMs: null },
      app('redirector', redirector, ({ givenUp, isDraining }) => [
        ...givenUp,
        ...when(isDraining, 'draining'),
      ]),
      workerHealth(readings, lagMs, now),
    ],
    clicks: {
      adapter: ingest?.adapter ?? null,
      lastUpdated: ingest?.completeTo ?? null,
      lagSeconds: lagMs === null ? null : Math.round(lagMs / 1_000),
      waitingBatches: workerFigures?.countsClicks === true ? workerFigures.waitingBatches : null,
      waitingClicks: redirectorFigures?.clicksWaiting ?? null,
      dropped: redirectorFigures?.clicksDropped ?? null,
      deadLetters: workerFigures?.countsClicks === true ? workerFigures.deadLetters : null,
    },
  };
}

function engine(name: PartHealth['name'], reading: Reading<unknown> | null): PartHealth {
  if (reading === null) return { name, state: 'off', reasons: [], latencyMs: null };
  return app(name, reading, () => []);
}

function app<Value>(
  name: PartHealth['name'],
  reading: Reading<Value> | null,
  troubles: (value: Value) => readonly HealthReason[],
): PartHealth {
  if (reading === null) return { name, state: 'unknown', reasons: [], latencyMs: null };
  if (reading === 'silent') return { name, state: 'down', reasons: ['silent'], latencyMs: null };
  const reasons = [...troubles(reading.value), ...when(reading.ms > SLOW_MS, 'slow')];
  return {
    name,
    state: reasons.length === 0 ? 'up' : 'degraded',
    reasons,
    latencyMs: Math.round(reading.ms),
  };
}

/** Kafka or the spool is seen through those who use it: the redirector writes, the worker reads. */
function stream({ redirector, worker }: HealthReadings): PartHealth {
  const [writer, reader] = [valueOf(redirector), valueOf(worker)];
  const part = { name: 'stream', latencyMs: null } as const;
  if (writer?.givenUp.includes('clicks') === true) return { ...part, state: 'down', reasons: ['clicks'] };
  if (reader?.broken.includes('stream') === true) return { ...part, state: 'degraded', reasons: ['stream'] };
  const isSeen = writer !== null || reader?.countsClicks === true;
  return { ...part, state: isSeen ? 'up' : 'unknown', reasons: [] };
}

/** Where no worker can be asked, what they wrote into ClickHouse tells whether one lives. */
function workerHealth({ worker, ingest }: HealthReadings, lagMs: number | null, now: number): PartHealth {
  const isLate = when(lagMs !== null && lagMs > LATE_MS, 'late');
  if (worker !== null) {
    return app('worker', worker, ({ broken, countsClicks }) => [...broken, ...(countsClicks ? isLate : [])]);
  }
  const progress = valueOf(ingest);
  const part = { name: 'worker', latencyMs: null } as const;
  if (progress === null) return { ...part, state: 'unknown', reasons: [] };
  if (now - progress.writtenAt.getTime() > WORKER_GONE_MS)
    return { ...part, state: 'down', reasons: ['silent'] };
  return { ...part, state: isLate.length === 0 ? 'up' : 'degraded', reasons: isLate };
}

const when = (holds: boolean, reason: HealthReason): readonly HealthReason[] => (holds ? [reason] : []);

function valueOf<Value>(reading: Reading<Value> | null): Value | null {
  return reading === null || reading === 'silent' ? null : reading.value;
}
