// Builds the apps and lays out a folder for each image: node deploy/container/build.mjs <target folder>
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { buildApps } from '../../scripts/bootstrap/packages.mjs';
import { root } from '../../scripts/bootstrap/project.mjs';
import { main, run } from '../../scripts/bootstrap/steps.mjs';
import { runtimePackages } from './pick-packages.mjs';

/** Beside its bundle and packages: what an app reads at run time, where it is there (git keeps no empty `public`). */
const files = {
  web: ['apps/web/.next', 'apps/web/next.config.mjs', 'apps/web/public'],
  redirector: [],
  worker: [],
  ops: ['prisma/migrations', 'prisma/postgresql'],
};

await main(async () => {
  const target = resolve(process.argv[2] ?? 'out');
  process.chdir(root);
  await buildApps();
  await run(process.execPath, [join(root, 'deploy/container/bundle-ops.mjs')], {
    cwd: join(root, 'apps/ops'),
  });
  await plainNextConfig();
  for (const [app, extra] of Object.entries(files)) layOut(app, extra, join(target, app));
  return 0;
});

/** Next would want TypeScript (and install it) to read next.config.ts at run time. */
async function plainNextConfig() {
  await build({
    entryPoints: ['apps/web/next.config.ts'],
    outfile: 'apps/web/next.config.mjs',
    format: 'esm',
    target: 'node20',
  });
}

/** @param {string} app @param {string[]} extra @param {string} target */
function layOut(app, extra, target) {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const folder = `apps/${app}`;
  const own = [`${folder}/dist`, `${folder}/package.json`, ...extra.filter((path) => existsSync(path))];
  for (const path of [...own, ...runtimePackages(packages, folder)]) {
    const nested = join(path, 'node_modules');
    const isWanted = (/** @type {string} */ source) => source !== nested;
    cpSync(path, join(target, path), { recursive: true, filter: isWanted });
  }
  rmSync(join(target, 'apps/web/.next/cache'), { recursive: true, force: true });
}
