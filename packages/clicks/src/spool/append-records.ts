/** What an append needs of a file. */
export interface AppendTarget {
  write(data: Buffer, offset: number): Promise<{ bytesWritten: number }>;
  truncate(size: number): Promise<void>;
}

export interface Appended {
  /** Whole records that are in the file now. */
  readonly records: number;
  readonly bytes: number;
  /** Why the rest is not; undefined: all of it is. */
  readonly error?: unknown;
  /** The file ends with part of a record that could not be cut off: nothing may be appended to it any more. */
  readonly isTorn: boolean;
}

const LINE_FEED = 10;

/**
 * Appends whole records to a file of `size` bytes. When the disk refuses half-way, the whole records that are written stay: the
 * reader may have read them already. The part of one behind them is cut off, or what follows would grow onto it.
 */
export async function appendRecords(file: AppendTarget, size: number, data: Buffer): Promise<Appended> {
  let written = 0;
  try {
    while (written < data.length) written += (await file.write(data, written)).bytesWritten;
    return { records: countRecords(data), bytes: data.length, isTorn: false };
  } catch (error) {
    const whole = data.subarray(0, data.subarray(0, written).lastIndexOf(LINE_FEED) + 1);
    const isTorn = await file.truncate(size + whole.length).then(
      () => false,
      () => true,
    );
    return { records: countRecords(whole), bytes: whole.length, error, isTorn };
  }
}

/** Records, that is line feeds, in a piece of a segment. */
export function countRecords(data: Buffer): number {
  let records = 0;
  for (let at = data.indexOf(LINE_FEED); at !== -1; at = data.indexOf(LINE_FEED, at + 1)) records++;
  return records;
}
