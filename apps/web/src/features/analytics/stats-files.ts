import type { SeriesPoint } from '@brevia/api';
import { toCsv } from '@brevia/core/csv';
import { saveFile } from '../links/save-file.ts';
import type { RangeChoice } from './ranges.ts';

/**
 * Name of a file of numbers: what it is of, what it holds and the day it was made, in characters that every file system
 * takes. @param subject a code, an alias or a workspace's name
 */
export function csvName(subject: string, content: string, now: Date): string {
  const plain = (text: string) =>
    text
      .normalize('NFKD')
      .replace(/[^\w-]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60);
  const parts = ['brevia', plain(subject), plain(content), now.toISOString().slice(0, 10)];
  return `${parts.filter((part) => part !== '').join('-')}.csv`;
}

// Spreadsheets take a file without a byte order mark for their own old encoding.
const asFile = (csv: string) => new Blob(['\ufeff', csv], { type: 'text/csv;charset=utf-8' });

/** The chart's numbers as a file. */
export function saveSeries(
  subject: string,
  { range, granularity }: RangeChoice,
  points: readonly SeriesPoint[],
): void {
  const rows = points.map((point) => [point.start, point.humanClicks, point.botClicks, point.uniqueVisitors]);
  const csv = toCsv(['start', 'clicks', 'bot_clicks', 'unique_visitors'], rows);
  saveFile(csvName(subject, `${range}-${granularity}`, new Date()), asFile(csv));
}

/** A break-down's numbers as a file. */
export function saveBreakdown(
  subject: string,
  by: string,
  rows: readonly { readonly value: string; readonly clicks: number }[],
): void {
  const csv = toCsv(
    [by, 'clicks'],
    rows.map((row) => [row.value, row.clicks]),
  );
  saveFile(csvName(subject, by, new Date()), asFile(csv));
}
