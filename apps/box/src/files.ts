import { renameSync, writeFileSync } from 'node:fs';

/** Writes a JSON file for its owner only, whole or not at all: a reader never sees half of it. */
export function writeJsonAtomically(path: string, value: unknown): void {
  const next = `${path}.${process.pid}.new`;
  writeFileSync(next, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(next, path);
}
