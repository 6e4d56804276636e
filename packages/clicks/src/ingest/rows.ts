import { decodeClick, type ClickEvent } from '@brevia/core';
import type { StreamRecord } from './plan.ts';

/** The columns of a row that `encodeRows` writes, in its order. */
export const ROW_COLUMNS = [
  'domain',
  'code',
  'owner',
  'ts',
  'country',
  'referrer',
  'language',
  'region',
  'visitor',
  'stream',
  'stream_partition',
  'stream_offset',
  'line',
  'kind',
  'browser',
  'os',
  'device',
] as const;

/** A line that is no click, and where it stood. */
export interface DeadLetter {
  readonly offset: number;
  readonly line: number;
  readonly text: string;
  readonly reason: 'unreadable' | 'time' | 'refused';
}

export interface EncodedRows {
  /** JSONCompactEachRow: joined strings, since the client's streams of row objects are 7 times slower. */
  readonly rows: string;
  readonly count: number;
  readonly dead: readonly DeadLetter[];
  /** Time of the newest click, 0 without any. */
  readonly newest: number;
}

const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);
const HOST = /^[a-z0-9._\-[\]:]*$/;
const LANGUAGE = /^[A-Za-z]{0,8}(?:-[A-Za-z0-9]{1,8})*$/;

/**
 * Rows of the table `clicks` for some records of a stream. The same records always give the same rows in the same order:
 * a batch that is built again after a crash must not differ. What is no click becomes a dead letter and a gap in `line`.
 */
export function encodeRows(
  records: readonly StreamRecord[],
  source: { readonly stream: string; readonly partition: number },
  agentCells: (userAgent: string) => string,
): EncodedRows {
  const dead: DeadLetter[] = [];
  let rows = '';
  let count = 0;
  let newest = 0;
  for (const record of records) {
    const from = `,${JSON.stringify(source.stream)},${source.partition},${record.offset},`;
    const lines = record.value.split('\n');
    for (let line = 0; line < lines.length; line++) {
      const text = lines[line] ?? '';
      if (text === '') continue;
      const click = decodeClick(text);
      if (!click || click.ts < EARLIEST || click.ts >= LATEST) {
        dead.push({ offset: record.offset, line, text, reason: click ? 'time' : 'unreadable' });
        continue;
      }
      rows += `${clickCells(click)}${from}${line},${agentCells(click.userAgent)}]\n`;
      count++;
      if (click.ts > newest) newest = click.ts;
    }
  }
  return { rows, count, dead, newest };
}

/** A row by itself, and the line that it came from. */
export interface PlacedRow {
  readonly offset: number;
  readonly line: number;
  readonly text: string;
  readonly row: string;
}

/** The rows of `encodeRows` one by one: for finding those that ClickHouse refuses. */
export function encodeEachRow(
  records: readonly StreamRecord[],
  source: { readonly stream: string; readonly partition: number },
  agentCells: (userAgent: string) => string,
): PlacedRow[] {
  return records.flatMap(({ offset, value }) =>
    value.split('\n').flatMap((text, line) => {
      const alone = { offset, value: `${'\n'.repeat(line)}${text}` };
      const { rows } = encodeRows([alone], source, agentCells);
      return rows === '' ? [] : [{ offset, line, text, row: rows }];
    }),
  );
}

function clickCells(click: ClickEvent): string {
  return JSON.stringify([
    click.domain,
    click.code,
    click.owner,
    click.ts,
    click.country,
    HOST.test(click.referrer) ? click.referrer : '',
    LANGUAGE.test(click.language) ? click.language : '',
    click.region,
    click.visitor,
  ]).slice(0, -1);
}
