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

/** @type {Wanted} */
export const java = {
  program: 'java',
  debian: ['default-jre-headless'],
  why: 'Java, for Kafka',
  elsewhere: 'install a Java 17 runtime (macOS: `brew install openjdk@17`)',
};

/** @type {Wanted} */
export const maven = {
  program: 'mvn',
  debian: ['maven'],
  why: 'Maven, to bring Kafka',
  elsewhere: 'install Maven (macOS: `brew install maven`)',
};

/**
 * Brings programs that no npm package carries, by apt where this is possible without asking anybody for a password.
 * @param {Wanted[]} wanted
 * @returns {Promise<string[]>} what is still missing, each with the way to get it
 */
export async function installPrograms(wanted) {
  const missing = wanted.filter(({ program }) => !findProgram(program));
  if (missing.length === 0) return [];
  if (process.platform === 'linux' && process.getuid?.() === 0 && findProgram('apt-get')) {
    const names = missing.flatMap(({ debian }) => debian);
    try {
      await step(`install ${names.join(', ')} with apt`, () => aptInstall(names));
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error;
      console.log(error.message);
    }
  }
  return missing
    .filter(({ program }) => !findProgram(program))
    .map(
      ({ why, debian, elsewhere }) => `${why}: \`sudo apt-get install ${debian.join(' ')}\`, or ${elsewhere}`,
    );
}

/** @param {string | string[]} names @returns {string | null} the first one's full path */
export function findProgram(names) {
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

/** @param {string[]} names */
async function aptInstall(names) {
  // RUNLEVEL=1 keeps Debian from starting the service it has just installed on its well-known port.
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  await run('apt-get', ['update', '-q'], { env, log: 'apt-update.log' });
  await run('apt-get', ['install', '-q', '-y', '--no-install-recommends', ...names], { env, log: 'apt.log' });
}
