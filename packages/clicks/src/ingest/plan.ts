import type { Position } from './position.ts';

/** One record of an ordered stream: a batch of clicks as NDJSON. */
export interface StreamRecord {
  readonly offset: number;
  readonly value: string;
}

/** Records that are inserted together, under one deduplication token. */
export interface PlannedBatch {
  readonly first: number;
  readonly last: number;
  readonly records: readonly StreamRecord[];
  /** Announced by an earlier life of the worker, and perhaps in ClickHouse already: to be inserted again exactly as it was. */
  readonly replay: boolean;
}

export interface Plan {
  readonly batches: readonly PlannedBatch[];
  /** Records that wait for more of an announced batch. */
  readonly rest: readonly StreamRecord[];
}

/**
 * Cuts records into batches. With an intent, the first batch is exactly what was announced: everything from `committed` to
 * the intent, complete once a record at or past the intent has been seen (offsets may have gaps, or have been deleted by
 * retention). Everything after it is cut at the first record boundary with at least `maxRows` lines.
 */
export function planBatches(position: Position, records: readonly StreamRecord[], maxRows: number): Plan {
  const fresh = records.filter((record) => record.offset >= position.committed);
  const batches: PlannedBatch[] = [];
  let at = 0;
  if (position.intent !== null) {
    const end = position.intent;
    if (fresh.length === 0 || (fresh.at(-1)?.offset ?? -1) < end) return { batches, rest: fresh };
    while (at < fresh.length && (fresh[at]?.offset ?? Infinity) <= end) at++;
    batches.push({ first: position.committed, last: end, records: fresh.slice(0, at), replay: true });
  }
  let first = position.intent === null ? position.committed : position.intent + 1;
  let start = at;
  let rows = 0;
  for (; at < fresh.length; at++) {
    const record = fresh[at];
    if (!record) break;
    rows += countLines(record.value);
    if (rows < maxRows && at < fresh.length - 1) continue;
    batches.push({ first, last: record.offset, records: fresh.slice(start, at + 1), replay: false });
    first = record.offset + 1;
    start = at + 1;
    rows = 0;
  }
  return { batches, rest: [] };
}

/** Lines of an NDJSON text; one more than it has when it ends with a line feed, which does no harm here. */
function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
