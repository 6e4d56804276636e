import { findProgram, runCommand } from './run-command.ts';

/** Takes one line about a long step, for the user. */
export type Report = (line: string) => void;

/** One apt-get at a time: it does not wait for the lock of the package lists. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * Installs Debian packages where that is possible without a question: apt-get is there and we are root or sudo wants no
 * password. Says what it does and how long it took.
 * @returns whether all packages are installed now
 */
export function installWithApt(packages: readonly string[], report: Report): Promise<boolean> {
  const turn = queue.then(() => install(packages, report));
  queue = turn.catch(() => undefined);
  return turn;
}

async function install(packages: readonly string[], report: Report): Promise<boolean> {
  const apt = findProgram('apt-get');
  if (apt === null) return false;
  const prefix = process.getuid?.() === 0 ? [] : await sudo();
  if (prefix === null) return false;
  const run = (...args: string[]) => {
    const [file = apt, ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', apt, ...args];
    return runCommand({ file, args: rest });
  };
  const options = ['-y', '-q', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120'];
  const started = performance.now();
  report(`Installing ${packages.join(' and ')} with apt-get ...`);
  let result = await run('install', ...options, ...packages);
  if (result.code !== 0) {
    await run('update', '-q'); // a fresh machine has no package lists
    result = await run('install', ...options, ...packages);
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (result.code === 0) report(`Installed ${packages.join(' and ')} in ${seconds} s.`);
  else report(`apt-get failed after ${seconds} s: ${lastLine(result.output)}`);
  return result.code === 0;
}

async function sudo(): Promise<string[] | null> {
  const program = findProgram('sudo');
  if (program === null) return null;
  return (await runCommand({ file: program, args: ['-n', 'true'] })).code === 0 ? [program, '-n'] : null;
}

const lastLine = (text: string) => text.trimEnd().split('\n').at(-1) ?? '';
