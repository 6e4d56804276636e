'use client';

import type { SeriesPoint } from '@brevia/api';
import { useMemo, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { cn } from '../../components/ui/cn.ts';
import { useTranslator } from '../../i18n/provider.tsx';
import type { Granularity } from './ranges.ts';
import { labelled, valueTicks } from './ticks.ts';
import { timeLabels } from './time-labels.ts';

export type BotsShown = 'exclude' | 'include' | 'only';

interface Props {
  points: readonly SeriesPoint[];
  granularity: Granularity;
  timeZone: string;
  bots: BotsShown;
}

/** More bars than this are thinner than a finger can tell apart: then an area is drawn. */
const MOST_BARS = 100;
const LABELS = 7;

/** People below, bots on top of them, as far as each is asked for. */
function parts(point: SeriesPoint, bots: BotsShown) {
  return {
    humans: bots === 'only' ? 0 : point.humanClicks,
    bots: bots === 'exclude' ? 0 : point.botClicks,
  };
}

/**
 * Clicks over time. Drawn by hand in HTML and SVG: it follows the theme, weighs 3 kB, and is a slider to keyboards and
 * screen readers, which read each bucket as the arrow keys reach it.
 */
export function TimeChart({ points, granularity, timeZone, bots }: Props) {
  const { t, plural, locale } = useTranslator();
  const [active, setActive] = useState<number | null>(null);
  const label = useMemo(() => timeLabels(locale, granularity, timeZone), [locale, granularity, timeZone]);
  const compact = useMemo(() => new Intl.NumberFormat(locale, { notation: 'compact' }), [locale]);
  const values = useMemo(() => points.map((point) => parts(point, bots)), [points, bots]);
  const ticks = valueTicks(Math.max(0, ...values.map((value) => value.humans + value.bots)));
  const top = ticks.at(-1) ?? 1;
  const last = points.length - 1;
  const hasLabel = labelled(points.length, LABELS);

  const describe = (index: number): string => {
    const point = points[index];
    const value = values[index];
    if (point === undefined || value === undefined) return '';
    const counts = [
      ...(bots === 'only' ? [] : [plural('analytics.clicks', value.humans)]),
      ...(bots === 'exclude' ? [] : [plural('analytics.botClicks', value.bots)]),
    ];
    return `${label.full(point.start)}: ${counts.join(', ')}`;
  };
  const onPointer = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - box.left) / box.width) * points.length);
    setActive(Math.min(last, Math.max(0, index)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const from = active ?? last;
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key];
    if (event.key === 'Escape') setActive(null);
    if (to === undefined) return;
    event.preventDefault();
    setActive(Math.min(last, Math.max(0, to)));
  };

  const current = active ?? last;
  return (
    <div className="pt-2 pb-1 pl-10">
      <div className="relative h-56 sm:h-64">
        {ticks.map((tick) => (
          <div
            key={tick}
            aria-hidden
            className={cn('absolute inset-x-0 border-t', tick === 0 ? 'border-line-strong' : 'border-line')}
            style={{ bottom: `${(tick / top) * 100}%` }}
          >
            <span className="absolute right-full mr-2.5 -translate-y-1/2 text-xs text-faint tabular-nums">
              {compact.format(tick)}
            </span>
          </div>
        ))}
        <div
          role="slider"
          tabIndex={0}
          aria-label={t('analytics.chart.label')}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, last)}
          aria-valuenow={Math.max(0, current)}
          aria-valuetext={describe(current)}
          onPointerMove={onPointer}
          onPointerDown={onPointer}
          onPointerLeave={() => setActive(null)}
          onFocus={(event) => {
            if (event.currentTarget.matches(':focus-visible')) setActive(last);
          }}
          onBlur={() => setActive(null)}
          onKeyDown={onKeyDown}
          className="absolute inset-0 cursor-crosshair touch-pan-y rounded-sm"
        >
          {points.length > MOST_BARS ? (
            <Area values={values} top={top} />
          ) : (
            <Bars values={values} top={top} active={active} />
          )}
          {active !== null && points[active] !== undefined && (
            <Reading
              at={(active + 0.5) / points.length}
              title={label.full(points[active].start)}
              point={points[active]}
              bots={bots}
            />
          )}
        </div>
      </div>
      <div aria-hidden className="relative mt-2 h-5 text-xs text-faint">
        {points.map((point, index) =>
          hasLabel(index) ? (
            <span
              key={index}
              className={cn(
                'absolute -translate-x-1/2 whitespace-nowrap tabular-nums',
                (index / Math.ceil(points.length / LABELS)) % 2 === 1 && 'max-sm:hidden',
              )}
              style={{ left: `${((index + 0.5) / points.length) * 100}%` }}
            >
              {label.axis(point.start)}
            </span>
          ) : null,
        )}
      </div>
    </div>
  );
}

interface Value {
  humans: number;
  bots: number;
}

function Bars({ values, top, active }: { values: readonly Value[]; top: number; active: number | null }) {
  return (
    <div aria-hidden className="absolute inset-0 flex items-end">
      {values.map(({ humans, bots }, index) => (
        <div
          key={index}
          className={cn(
            'flex h-full min-w-0 flex-1 justify-center transition-opacity',
            active !== null && active !== index && 'opacity-45',
          )}
        >
          <div className="flex h-full w-[82%] max-w-14 flex-col justify-end">
            <div
              className={cn('rounded-t-[3px] bg-chart-2', bots > 0 && humans > 0 && 'mb-px')}
              style={{ height: `${(bots / top) * 100}%` }}
            />
            <div
              className={cn('bg-accent', bots === 0 && 'rounded-t-[3px]', humans > 0 && 'min-h-0.5')}
              style={{ height: `${(humans / top) * 100}%` }}
            />
          </div>
        </div>
      ))}
    </div>
  );
}

/** Path of an area whose upper edge follows `heights`, in a box of 100 by 100. */
function areaPath(heights: readonly number[]): { line: string; area: string } {
  const line = heights
    .map(
      (height, index) =>
        `${index === 0 ? 'M' : 'L'}${((index + 0.5) / heights.length) * 100} ${100 - height}`,
    )
    .join('');
  const half = 50 / heights.length;
  return { line, area: `${line}L${100 - half} 100L${half} 100Z` };
}

function Area({ values, top }: { values: readonly Value[]; top: number }) {
  const all = areaPath(values.map(({ humans, bots }) => ((humans + bots) / top) * 100));
  const people = areaPath(values.map(({ humans }) => (humans / top) * 100));
  const hasBots = values.some(({ bots }) => bots > 0);
  const hasHumans = values.some(({ humans }) => humans > 0);
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      {hasBots && (
        <>
          <path d={all.area} className="fill-chart-2/20" />
          <path
            d={all.line}
            className="fill-none stroke-chart-2"
            strokeWidth="1.5"
            vectorEffect="non-scaling-stroke"
          />
        </>
      )}
      {(hasHumans || !hasBots) && (
        <>
          <path d={people.area} className="fill-accent/15" />
          <path
            d={people.line}
            className="fill-none stroke-accent"
            strokeWidth="1.75"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </>
      )}
    </svg>
  );
}

/** What one bucket holds, beside the place that is pointed at. */
function Reading(props: { at: number; title: string; point: SeriesPoint; bots: BotsShown }) {
  const { at, title, point, bots } = props;
  const { t, locale } = useTranslator();
  const number = new Intl.NumberFormat(locale);
  const rows = [
    ...(bots === 'only'
      ? []
      : [{ name: t('analytics.clicks'), value: point.humanClicks, color: 'bg-accent' }]),
    ...(bots === 'exclude'
      ? []
      : [{ name: t('analytics.botClicks'), value: point.botClicks, color: 'bg-chart-2' }]),
    { name: t('analytics.visitors'), value: point.uniqueVisitors, color: '' },
  ];
  return (
    <>
      <div aria-hidden className="absolute inset-y-0 w-px bg-line-strong" style={{ left: `${at * 100}%` }} />
      <div
        aria-hidden
        className="pointer-events-none absolute top-1 z-10 min-w-40 rounded-lg border border-line bg-surface px-3 py-2 text-[0.8125rem] shadow-high"
        style={
          at > 0.5 ? { right: `calc(${(1 - at) * 100}% + 12px)` } : { left: `calc(${at * 100}% + 12px)` }
        }
      >
        <p className="font-medium whitespace-nowrap">{title}</p>
        <dl className="mt-1 grid gap-0.5">
          {rows.map((row) => (
            <div key={row.name} className="flex items-center justify-between gap-6">
              <dt className="flex items-center gap-2 text-muted">
                <span className={cn('size-2 rounded-full', row.color)} />
                {row.name}
              </dt>
              <dd className="tabular-nums">{number.format(row.value)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  );
}
