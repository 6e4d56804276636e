import { existsSync, mkdirSync, renameSync, rmSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EngineError } from '../engine.ts';
import { runCommand } from '../process/run-command.ts';
import type { Account } from './account.ts';

/**
 * Makes the data folder with initdb when there is none: beside it first and then renamed, so that a kill in between
 * leaves no half-made one. Superuser `postgres`, UTF-8, C.UTF-8 ordering (the same on every machine), no password on
 * loopback.
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
  const args = ['-D', draft, '-U', 'postgres', '--auth=trust', '--encoding=UTF8'];
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--no-instructions');
  if (!durable) args.push('--no-sync');
  const made = await runCommand(account.run({ file: initdb, args }));
  if (made.code !== 0) {
    throw new EngineError('postgres', `initdb could not make ${dataDir}:\n${made.output.slice(-2_000)}`);
  }
  mkdirSync(dirname(dataDir), { recursive: true });
  try {
    if (existsSync(dataDir)) rmdirSync(dataDir);
  } catch (cause) {
    throw new EngineError('postgres', `${dataDir} is neither empty nor a PostgreSQL data folder.`, { cause });
  }
  renameSync(draft, dataDir);
}
