import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { START, type Position } from '../ingest/position.ts';

const FILE = 'state.json';

/** How far the worker is in a folder; the start where it has never been. */
export async function readState(folder: string): Promise<Position> {
  let text: string;
  try {
    text = await readFile(join(folder, FILE), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return START;
    throw error;
  }
  const parsed: unknown = JSON.parse(text);
  if (!isPosition(parsed)) throw new Error(`${join(folder, FILE)} is not a position: ${text.slice(0, 100)}`);
  return parsed;
}

/** Replaces the state as a whole: after a crash there is the old one or the new one. */
export async function writeState(folder: string, position: Position): Promise<void> {
  const next = join(folder, `${FILE}.next`);
  const file = await open(next, 'w');
  try {
    await file.writeFile(JSON.stringify(position));
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(next, join(folder, FILE));
}

function isPosition(value: unknown): value is Position {
  if (typeof value !== 'object' || value === null) return false;
  const { committed, intent } = value as Record<string, unknown>;
  return Number.isSafeInteger(committed) && (intent === null || Number.isSafeInteger(intent));
}
