import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EngineError } from '../engine.ts';
import { runCommand } from '../process/run-command.ts';
import type { Account } from './account.ts';

const PASSWORD_FILE = 'brevia-password';

/** The superuser's password for the URL; empty for a folder that was made without. */
export function superuserPassword(dataDir: string): string {
  const file = join(dataDir, PASSWORD_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/**
 * Makes the data folder with initdb when there is none: beside it first and then renamed, so that a kill in between
 * leaves no half-made one. Superuser `postgres`, UTF-8, C.UTF-8 ordering (the same on every machine).
 *
 * Loopback is open to every account of the machine, and a superuser of PostgreSQL can run programs: so there is a random
 * password, kept in the folder. It can't be guessed, so SCRAM needs no rounds that slow each connection down.
 */
export async function createCluster(
  initdb: string,
  account: Account,
  dataDir: string,
  durable: boolean,
): Promise<void> {
  if (existsSync(join(dataDir, 'PG_VERSION'))) return;
  const draft = `${dataDir}.initdb`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  account.own(draft);
  const secret = `${draft}.password`;
  writeFileSync(secret, randomBytes(24).toString('base64url'), { mode: 0o600 });
  account.own(secret);
  const args = ['-D', draft, '-U', 'postgres', `--pwfile=${secret}`, '--auth=scram-sha-256'];
  args.push('-c', 'scram_iterations=1', '--encoding=UTF8');
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--no-instructions');
  if (!durable) args.push('--no-sync');
  const made = await runCommand(account.run({ file: initdb, args }));
  if (made.code !== 0) {
    throw new EngineError('postgres', `initdb could not make ${dataDir}:\n${made.output.slice(-2_000)}`);
  }
  renameSync(secret, join(draft, PASSWORD_FILE));
  try {
    if (existsSync(dataDir)) rmdirSync(dataDir);
  } catch (cause) {
    throw new EngineError('postgres', `${dataDir} is neither empty nor a PostgreSQL data folder.`, { cause });
  }
  renameSync(draft, dataDir);
}
