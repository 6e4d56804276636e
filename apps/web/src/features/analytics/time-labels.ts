import type { Granularity } from './ranges.ts';

const AXIS: Record<Granularity, Intl.DateTimeFormatOptions> = {
  minute: { hour: 'numeric', minute: '2-digit' },
  hour: { hour: 'numeric', minute: '2-digit' },
  day: { day: 'numeric', month: 'short' },
  week: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: '2-digit' },
};
const FULL: Record<Granularity, Intl.DateTimeFormatOptions> = {
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  hour: { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
  day: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  week: { day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
};

/** How the buckets of a chart are called, short under the axis and in full where one is pointed at. */
export function timeLabels(locale: string, granularity: Granularity, timeZone: string) {
  const axis = new Intl.DateTimeFormat(locale, { ...AXIS[granularity], timeZone });
  const full = new Intl.DateTimeFormat(locale, { ...FULL[granularity], timeZone });
  return { axis: (date: Date) => axis.format(date), full: (date: Date) => full.format(date) };
}
