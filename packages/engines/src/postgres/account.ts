import { chownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { EngineError } from '../engine.ts';
import type { Command } from '../process/guard.ts';
import { findProgram, runCommand } from '../process/run-command.ts';

/** The system account that PostgreSQL runs under. */
export interface Account {
  /** Changes a command into one that runs under the account. */
  run(command: Command): Command;
  /** Gives a file or folder to the account. */
  own(path: string): void;
}

const asSelf: Account = { run: (command) => command, own: () => undefined };

/**
 * PostgreSQL refuses to run as root. As root it gets the account `postgres` (made when missing; `nobody` where that
 * fails); everyone else runs it as themselves.
 *
 * Root's clones often lie where no other account may enter (`/root` is 0700). There the account keeps one right of
 * root's, to pass any folder (Linux capability CAP_DAC_OVERRIDE, through util-linux's `setpriv`); where that can't be
 * had the folder is named in the error.
 * @param paths the programs and the data folder, which the account must reach
 */
export async function postgresAccount(paths: readonly string[]): Promise<Account> {
  if (process.getuid?.() !== 0) return asSelf;
  const { uid, gid } = await findAccount();
  const own = (path: string) => chownSync(path, uid, gid);
  const closed = paths.flatMap((path) => closedFolders(path, uid, gid));
  if (closed.length === 0) return { own, run: (command) => ({ ...command, uid, gid }) };
  const setpriv = findProgram('setpriv');
  const prefix = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  prefix.push('--inh-caps=+dac_override', '--ambient-caps=+dac_override');
  if (setpriv === null || (await runCommand({ file: setpriv, args: [...prefix, 'true'] })).code !== 0) {
    throw new EngineError(
      'postgres',
      `PostgreSQL can't run as root, and its account (uid ${uid}) can't enter ${[...new Set(closed)].join(', ')}. ` +
        'Move the checkout and DATA_DIR elsewhere, run as another user, or open the folder with "chmod o+x".',
    );
  }
  return {
    own,
    run: (command) => ({ ...command, file: setpriv, args: [...prefix, command.file, ...command.args] }),
  };
}

async function findAccount(): Promise<{ uid: number; gid: number }> {
  const known = await lookUp('postgres');
  if (known) return known;
  const useradd = findProgram('useradd') ?? '/usr/sbin/useradd';
  await runCommand({ file: useradd, args: ['--system', '--user-group', '--no-create-home', 'postgres'] });
  const account = (await lookUp('postgres')) ?? (await lookUp('_postgres')) ?? (await lookUp('nobody'));
  if (account) return account;
  throw new EngineError('postgres', 'PostgreSQL refuses to run as root: make an account named "postgres".');
}

async function lookUp(name: string): Promise<{ uid: number; gid: number } | null> {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map((flag) => runCommand({ file: 'id', args: [flag, name] })),
  );
  if (uid?.code !== 0 || gid?.code !== 0) return null;
  const ids = { uid: Number(uid.output), gid: Number(gid.output) };
  return ids.uid > 0 ? ids : null;
}

/** The folders above `path` that the account may not pass, by their permission bits. */
function closedFolders(path: string, uid: number, gid: number): string[] {
  const closed: string[] = [];
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const stats = statSync(folder, { throwIfNoEntry: false });
    if (stats) {
      const bit = stats.uid === uid ? 0o100 : stats.gid === gid ? 0o010 : 0o001;
      if ((stats.mode & bit) === 0) closed.push(folder);
    }
    if (folder === dirname(folder)) return closed;
  }
}
