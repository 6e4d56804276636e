import { createApiKey } from './api-key-create.ts';
import { backUp } from './backup.ts';
import { drill } from './drill.ts';
import { migrateStores } from './migrate-stores.ts';
import { reconcileClicks } from './reconcile.ts';
import { restore } from './restore.ts';
import { interruptible, type Program, type Run } from './run.ts';
import { findStores, type Stores } from './stores.ts';
import { usage, UsageError } from './usage.ts';
import { createUser } from './user-create.ts';
import { setUserPassword } from './user-password.ts';

/** What a command gets: the words after its name, the stores, and what it can know of the program. Prints its answer. */
type Command = (
  args: string[],
  stores: Stores,
  print: (line: string) => void,
  program: Program,
) => Promise<void>;

/** A command that cleans up behind itself on Ctrl-C and SIGTERM. */
const graceful =
  (
    command: (args: string[], stores: Stores, print: (line: string) => void, run: Run) => Promise<void>,
  ): Command =>
  (args, stores, print, program) =>
    interruptible((signal) => command(args, stores, print, { ...program, signal }));

const commands: Record<string, Command> = {
  migrate: async (_args, stores, print) => {
    const clickhouseCluster = stores.clickhouseCluster();
    const [databaseUrl, clickhouseUrl] = await Promise.all([stores.databaseUrl(), stores.clickhouseUrl()]);
    const applied = await migrateStores({ databaseUrl, clickhouseUrl, clickhouseCluster });
    print(
      applied.length === 0
        ? 'Everything is up to date.'
        : applied.map((name) => `applied ${name}`).join('\n'),
    );
  },
  'user create': createUser,
  'user password': setUserPassword,
  'api-key create': createApiKey,
  backup: graceful(backUp),
  restore: graceful(restore),
  drill: graceful(drill),
  reconcile: reconcileClicks,
};

/**
 * Runs one operator's command.
 * @param args the command line after `npm run ops --`
 * @param env settings; DATA_DIR is absolute
 * @returns the exit code: 0 done, 1 failed, 2 wrong command line
 */
export async function runOps(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const print = (line: string) => console.log(line);
  const name = [args.slice(0, 2).join(' '), args[0] ?? ''].find((words) => words in commands);
  if (name === undefined) {
    print(usage);
    return args[0] === '--help' ? 0 : 2;
  }
  const dataDir = env['DATA_DIR'] ?? '.data';
  const stores = findStores(dataDir, env);
  try {
    await commands[name]?.(args.slice(name.split(' ').length), stores, print, { env, dataDir });
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError) && !isParseError(error)) {
      console.error(error instanceof Error ? error.message : error);
      return 1;
    }
    console.error(`${error.message}\n\n${usage}`);
    return 2;
  } finally {
    await stores.close();
  }
}

function isParseError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
