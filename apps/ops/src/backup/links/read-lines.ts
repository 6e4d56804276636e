import { createGunzip } from 'node:zlib';
import { pipeline } from 'node:stream';
import { about, BackupError, type Archive } from '../archive/archive.ts';
import type { LinksTable } from '../manifest.ts';
import { createRowSum } from './row-sum.ts';
import type { Row } from './rows.ts';

/** The lines of a table's file. Rejects with a BackupError that names the file when it is missing or broken. */
export async function* readLines(
  archive: Archive,
  name: string,
  { file }: LinksTable,
): AsyncGenerator<string> {
  try {
    const gunzip = createGunzip();
    // The reader of `gunzip` learns of every error.
    pipeline(await archive.read(name, file), gunzip, () => undefined);
    // Not node:readline, which would cut a text at U+2028 too.
    let rest = '';
    for await (const chunk of gunzip.setEncoding('utf8') as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    if (rest !== '') throw new BackupError(`${file} of the backup ${name} ends within a row.`);
  } catch (error) {
    throw about(`${file} of the backup ${name}`, error);
  }
}

/** A line as a row of that many columns. */
export function parseRow(line: string, columns: number): Row | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  const isRow =
    Array.isArray(value) &&
    value.length === columns &&
    value.every((cell) => cell === null || typeof cell === 'string');
  return isRow ? (value as Row) : null;
}

/** Reads a table's file as a whole and compares it with the manifest. Throws BackupError when anything differs. */
export async function checkTable(archive: Archive, name: string, table: LinksTable): Promise<void> {
  const sum = createRowSum();
  for await (const line of readLines(archive, name, table)) sum.add(line);
  const subject = `${table.file} of the backup ${name}`;
  if (sum.rows !== table.rows)
    throw new BackupError(`${subject} is damaged: ${sum.rows} rows instead of ${table.rows}.`);
  if (sum.digest() !== table.checksum)
    throw new BackupError(`${subject} is damaged: its checksum is not that of the manifest.`);
}
