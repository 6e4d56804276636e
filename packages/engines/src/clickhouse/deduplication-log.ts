import { readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// A MergeTree table with `non_replicated_deduplication_window` writes a line "1 <part> <block id>" before it renames the
// new part to its place, "2 ..." when a part is dropped. A server that dies between the two has the record and not the
// part, and drops the retry of that insert as a duplicate: the rows are lost. So before a start the records of inserts
// that never happened are taken out.

interface Part {
  partition: string;
  from: number;
  to: number;
}

/**
 * Takes out of one log the lines of added parts whose blocks are in no part.
 * @param lines `operation TAB part TAB block id`
 * @param parts names of the table's parts; a merged one (`all_1_5_1`) covers the parts it was made of
 */
export function recordsWithParts(lines: readonly string[], parts: readonly string[]): string[] {
  const present = parts.map(parsePart).filter((part) => part !== null);
  return lines.filter((line) => {
    const [operation, name = ''] = line.split('\t');
    const part = parsePart(name);
    if (operation !== '1' || part === null) return true;
    return present.some(
      ({ partition, from, to }) => partition === part.partition && from <= part.from && part.to <= to,
    );
  });
}

/** Mends the deduplication logs of all tables below a ClickHouse data path; the server must not run. */
export function dropOrphanedRecords(dataPath: string): number {
  let dropped = 0;
  for (const table of tableFolders(join(dataPath, 'store'))) {
    const parts = listFolder(table);
    for (const file of listFolder(join(table, 'deduplication_logs'))) {
      const path = join(table, 'deduplication_logs', file);
      const lines = readFileSync(path, 'utf8').split('\n');
      const kept = recordsWithParts(lines, parts);
      if (kept.length === lines.length) continue;
      dropped += lines.length - kept.length;
      writeFileSync(`${path}.new`, kept.join('\n'));
      renameSync(`${path}.new`, path);
    }
  }
  return dropped;
}

/** `<partition>_<first block>_<last block>_<level>[_<mutation>]`; null for temporary parts and everything else. */
function parsePart(name: string): Part | null {
  const match = /^([0-9a-zA-Z-]+)_(\d+)_(\d+)_\d+(?:_\d+)?$/.exec(name);
  return match ? { partition: match[1] ?? '', from: Number(match[2]), to: Number(match[3]) } : null;
}

const tableFolders = (store: string) =>
  listFolder(store).flatMap((prefix) => listFolder(join(store, prefix)).map((id) => join(store, prefix, id)));

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
