import { toCsv } from '@brevia/core';
import type { StatsBreakdown, StatsSeries } from '../stats/schema.ts';

/** Clicks over time as CSV; times are local with their offset, and the header names the zone (C157). */
export function seriesCsv(series: StatsSeries): string {
  return toCsv(
    [`start (${series.timezone})`, 'clicks', 'human_clicks', 'bot_clicks', 'unique_visitors'],
    series.points.map((point) => [
      localIso(point.start, series.timezone),
      point.clicks,
      point.humanClicks,
      point.botClicks,
      point.uniqueVisitors,
    ]),
  );
}

export function breakdownsCsv(breakdowns: readonly StatsBreakdown[]): string {
  const rows = breakdowns.flatMap(({ by, rows }) => rows.map((row) => [by, row.value, row.clicks]));
  return toCsv(['dimension', 'value', 'clicks'], rows);
}

/** ISO 8601 with the zone's offset at that instant, such as 2026-03-29T03:00:00+02:00. */
export function localIso(instant: Date, timezone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  const offset = part('timeZoneName').replace('GMT', '') || '+00:00';
  const date = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
  return `${date}T${part('hour')}:${part('minute')}:${part('second')}${offset}`;
}
