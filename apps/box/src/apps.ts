import { join } from 'node:path';
import type { AppName } from './app-environments.ts';
import type { BoxConsole } from './console.ts';
import type { Step } from './engines.ts';
import type { Fleet } from './fleet.ts';
import { reloadOnChange } from './reload-on-change.ts';
import { startApp, type AppProcess } from './supervise/app-process.ts';

const layerOf = { web: 'serving', redirector: 'serving', worker: 'worker' } as const;

/** Where each app is watched while one develops; Next reloads its pages by itself. */
const watched: Record<AppName, string> = {
  web: 'apps/web/src/server',
  redirector: 'apps/redirector/src',
  worker: 'apps/worker/src',
};

/**
 * Starts the apps and keeps them alive.
 * @param root the project's folder
 * @param dev run the sources and reload what is edited, instead of the builds
 * @returns where each app shows its metrics, null for one that does not
 */
export async function startApps(
  root: string,
  environments: Record<AppName, NodeJS.ProcessEnv>,
  dev: boolean,
  fleet: Fleet,
  boxConsole: BoxConsole,
  step: Step,
): Promise<Record<AppName, string | null>> {
  const metrics: Record<AppName, string | null> = { web: null, redirector: null, worker: null };
  const startOne = async (name: AppName) => {
    const onLine = boxConsole.linesOf(name);
    const launch = async (): Promise<AppProcess> => {
      const app = await startApp({
        name,
        args: dev ? ['--import', 'tsx', `apps/${name}/src/${entryOf(name)}`] : [`apps/${name}/dist/main.js`],
        cwd: root,
        env: environments[name],
        onLine,
        readyMs: 60_000,
        graceMs: 20_000,
      });
      metrics[name] = app.metricsUrl;
      return app;
    };
    const folders = [watched[name], 'packages'].map((folder) => join(root, folder));
    await fleet.start(layerOf[name], name, dev ? () => reloadOnChange(launch, folders) : launch);
  };
  const names = Object.keys(layerOf) as AppName[];
  await Promise.all(names.map((name) => step(`start ${name}`, () => startOne(name))));
  return metrics;
}

const entryOf = (name: AppName) => (name === 'web' ? 'server/main.ts' : 'main.ts');
