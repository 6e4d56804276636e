import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, step, StepFailed } from './steps.mjs';

/** @typedef {{ program: string | string[], debian: string[], why: string, elsewhere: string }} Wanted */

/** @type {Wanted} */
export const redis = {
  program: 'redis-server',
  debian: ['redis-server'],
  why: 'Redis',
  elsewhere: 'install Redis (macOS: `brew install redis`)',
};

/** @type {Wanted} */
export const browser = {
  program: ['chromium', 'chromium-browser', 'google-chrome'],
  debian: ['chromium'],
  why: 'Chromium, for the browser tests',
  elsewhere: 'run `npx playwright install chromium`',
};

/**
 * Brings programs that no npm package carries, by apt where this is possible without asking anybody for a password.
 * (Java and Kafka are not here: `packages/engines` brings them when they are first started.)
 * @param {Wanted[]} wanted
 * @returns {Promise<string[]>} what is still missing, each with the way to get it
 */
export async function installPrograms(wanted) {
  const missing = wanted.filter(({ program }) => !findProgram(program));
  const asRoot = missing.length > 0 ? await withoutPassword() : null;
  if (asRoot !== null) {
    const names = missing.flatMap(({ debian }) => debian);
    try {
      await step(`install ${names.join(', ')} with apt`, () => aptInstall(asRoot, names));
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error;
      console.error(error.message);
    }
  }
  return missing
    .filter(({ program }) => !findProgram(program))
    .map(
      ({ why, debian, elsewhere }) => `${why}: \`sudo apt-get install ${debian.join(' ')}\`, or ${elsewhere}`,
    );
}

/** @param {string | string[]} names @returns {string | null} the first one's full path */
function findProgram(names) {
  for (const name of [names].flat()) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // not in this folder
      }
    }
  }
  return null;
}

/** @returns {Promise<string[] | null>} how to run apt-get here as root; null where that is not possible */
async function withoutPassword() {
  if (process.platform !== 'linux' || !findProgram('apt-get')) return null;
  if (process.getuid?.() === 0) return [];
  if (!findProgram('sudo')) return null;
  return run('sudo', ['-n', 'true'], { log: 'apt.log' }).then(
    () => ['sudo', '-n'],
    () => null,
  );
}

/** @param {string[]} asRoot @param {string[]} names */
async function aptInstall(asRoot, names) {
  // RUNLEVEL=1 keeps Debian from starting the service it has just installed on its well-known port.
  const apt = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1', 'apt-get', '-q', '-y'];
  const [program = 'env', ...args] = apt;
  const options = { log: 'apt.log' };
  await run(program, [...args, 'update'], options);
  await run(program, [...args, 'install', '--no-install-recommends', ...names], options);
}
