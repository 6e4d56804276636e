import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SettingsError } from '@brevia/core/settings';
import {
  findRedis,
  freePort,
  processStartTime,
  startClickHouse,
  startKafka,
  startPostgres,
  startRedis,
} from '@brevia/engines';
import { keepDemo, migrateStores, type DemoAccount } from '@brevia/ops';
import { appEnvironments, localAddresses, type Addresses } from './app-environments.ts';
import { startApps } from './apps.ts';
import { createConsole } from './console.ts';
import { removeEndpoints, writeEndpoints } from './endpoints.ts';
import { startEngines, type EngineAddresses, type Step } from './engines.ts';
import { createFleet } from './fleet.ts';
import { lockDataDir } from './lock.ts';
import { choosePorts } from './ports.ts';
import { keepSecrets } from './secrets.ts';
import { readSettings, type Settings } from './settings.ts';
import { Interrupted, listenForEnd } from './signals.ts';

/** What the command line of `npm start` and `npm run dev` chooses. */
export interface BoxOptions {
  dev: boolean;
  demo: boolean;
  kafka: boolean;
}

const starters = {
  postgres: startPostgres,
  clickhouse: startClickHouse,
  redis: startRedis,
  kafka: startKafka,
};

/**
 * Runs a whole Brevia on this machine until it is told to end.
 * @param root the project's folder
 * @param step shows a long step with its time
 * @returns the exit code, once nothing is running any more
 */
export async function runBox(
  options: BoxOptions,
  env: NodeJS.ProcessEnv,
  root: string,
  step: Step,
): Promise<number> {
  const print = (line: string) => console.log(line);
  process.stdout.on('error', () => undefined); // whoever read our output may be gone; the box goes on
  const began = Date.now();
  const fleet = createFleet({ say: (line) => print(`box        ${line}`), wait, now: Date.now });
  const end = listenForEnd(() => void fleet.kill().finally(() => process.exit(130)));
  const cleanUps: (() => void)[] = [];
  try {
    const settings = readSettings(env);
    const dataDir = settings.DATA_DIR;
    mkdirSync(dataDir, { recursive: true });
    cleanUps.push(lockDataDir(dataDir, processStartTime));
    removeEndpoints(dataDir);
    const ports = await choosePorts(settings, freePort);
    const secrets = keepSecrets(settings);

    const engines = await end.unlessRequested(
      startEngines(settings, embeddedEngines(options.kafka), starters, fleet, step),
    );
    sayWhatIsMissing(engines, print);
    const stores = { databaseUrl: given(engines.postgres), clickhouseUrl: given(engines.clickhouse) };
    await end.unlessRequested(
      step('migrate the stores', () =>
        migrateStores({ ...stores, clickhouseCluster: settings.CLICKHOUSE_CLUSTER }),
      ),
    );

    const local = localAddresses(settings, ports);
    const demo = options.demo
      ? await end.unlessRequested(
          step('demo account', () =>
            keepDemo({ ...stores, dataDir, codeKey: secrets.CODE_KEY, region: settings.REGION }),
          ),
        )
      : null;

    const mode = options.dev ? 'development' : 'production';
    const environments = appEnvironments(env, settings, secrets, ports, engines, mode);
    const boxConsole = createConsole(join(dataDir, 'logs'), print);
    const metrics = await end.unlessRequested(
      startApps(root, environments, options.dev, fleet, boxConsole, step),
    );

    writeEndpoints(dataDir, local, metrics, engines);
    cleanUps.push(() => removeEndpoints(dataDir));
    printAddresses(print, settings, local, demo, Date.now() - began);
    await end.requested;
    print('\nEnding: requests, clicks and engines drain (Ctrl-C again ends at once).');
    return 0;
  } catch (error) {
    if (error instanceof Interrupted) return 130;
    const known = error instanceof SettingsError || !env['DEBUG'];
    console.error(known && error instanceof Error ? `\n${error.message}` : error);
    return 1;
  } finally {
    for (const cleanUp of cleanUps.splice(1).reverse()) cleanUp();
    await fleet.stop();
    cleanUps[0]?.(); // the lock goes last: until now the data folder was in use
  }
}

function embeddedEngines(kafka: boolean) {
  return [
    'postgres' as const,
    'clickhouse' as const,
    ...(findRedis() === null ? [] : ['redis' as const]),
    ...(kafka ? ['kafka' as const] : []),
  ];
}

function sayWhatIsMissing(engines: EngineAddresses, print: (line: string) => void): void {
  if (engines.redis !== null) return;
  print(
    '  ! No Redis on this machine: the link store answers instead, correct and slower; limits are kept per process.',
  );
}

function printAddresses(
  print: (line: string) => void,
  settings: Settings,
  local: Addresses,
  demo: DemoAccount | null,
  tookMs: number,
): void {
  const folder = relative(process.cwd(), settings.DATA_DIR) || settings.DATA_DIR;
  print(`
Brevia is ready (${(tookMs / 1000).toFixed(1)} s).
  Dashboard and API   ${settings.WEB_URL ?? local.web}
  Short links         ${settings.SHORT_URL_BASE ?? local.redirector}
  Data and logs       ${folder}`);
  if (demo) {
    print(`  Demo account        ${demo.email}  password ${demo.password}
  Demo API key        ${demo.api_key}`);
  }
  print('Ctrl-C ends it.\n');
}

function given(address: string | null): string {
  if (address === null) throw new Error('PostgreSQL and ClickHouse are part of every box.');
  return address;
}

/** Waits, or less when the box ends. */
async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
