import { createApiKey } from './api-key-create.ts';
import { migrateStores } from './migrate-stores.ts';
import { reconcileClicks } from './reconcile.ts';
import { findStores, type Stores } from './stores.ts';
import { usage, UsageError } from './usage.ts';
import { createUser } from './user-create.ts';

/** What a command gets: the words after its name, and the stores. Prints its answer, gives its exit code. */
type Command = (args: string[], stores: Stores, print: (line: string) => void) => Promise<void>;

const commands: Record<string, Command> = {
  migrate: async (_args, stores, print) => {
    const [databaseUrl, clickhouseUrl] = await Promise.all([stores.databaseUrl(), stores.clickhouseUrl()]);
    const applied = await migrateStores({ databaseUrl, clickhouseUrl });
    print(
      applied.length === 0
        ? 'Everything is up to date.'
        : applied.map((name) => `applied ${name}`).join('\n'),
    );
  },
  'user create': createUser,
  'api-key create': createApiKey,
  reconcile: reconcileClicks,
};

const later = ['backup', 'restore', 'drill'];

/**
 * Runs one operator's command.
 * @param args the command line after `npm run ops --`
 * @param env settings; DATA_DIR is absolute
 * @returns the exit code: 0 done, 1 failed, 2 wrong command line or not available
 */
export async function runOps(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const print = (line: string) => console.log(line);
  const name = [args.slice(0, 2).join(' '), args[0] ?? ''].find((words) => words in commands);
  if (name === undefined) {
    const missing = later.includes(args[0] ?? '');
    print(missing ? `${args[0]} is not available yet.` : usage);
    return args[0] === '--help' ? 0 : 2;
  }
  const stores = findStores(env['DATA_DIR'] ?? '.data', env);
  try {
    await commands[name]?.(args.slice(name.split(' ').length), stores, print);
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
