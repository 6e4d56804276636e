import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsError } from '@brevia/core/settings';
import { z } from 'zod';
import { writeJsonAtomically } from './files.ts';
import type { Settings } from './settings.ts';

const names = ['CODE_KEY', 'VISITOR_KEY', 'AUTH_SECRET'] as const;
const fileSchema = z.partialRecord(z.enum(names), z.string().min(32));

/** The keys of one installation. */
export type Secrets = Record<(typeof names)[number], string>;

/**
 * The secrets of this box: those given as settings, else those of `secrets.json` in the data folder, which is made
 * once with random keys of 32 bytes. A file that can't be read is never replaced: another CODE_KEY would make codes
 * that exist already.
 * @throws SettingsError for a broken file
 */
export function keepSecrets(settings: Settings): Secrets {
  const path = join(settings.DATA_DIR, 'secrets.json');
  const stored = readStored(path);
  const made: Partial<Secrets> = {};
  const secretOf = (name: (typeof names)[number]) =>
    settings[name] ?? stored[name] ?? (made[name] = randomBytes(32).toString('base64url'));
  const secrets = {
    CODE_KEY: secretOf('CODE_KEY'),
    VISITOR_KEY: secretOf('VISITOR_KEY'),
    AUTH_SECRET: secretOf('AUTH_SECRET'),
  };
  if (Object.keys(made).length > 0) writeJsonAtomically(path, { ...stored, ...made });
  return secrets;
}

function readStored(path: string): Partial<Secrets> {
  if (!existsSync(path)) return {};
  try {
    return fileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw new SettingsError(
      `${path} is broken. It holds the keys of this installation: put it back from a copy (or give CODE_KEY, VISITOR_KEY and AUTH_SECRET as settings and remove it).`,
    );
  }
}
