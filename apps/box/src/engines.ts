import { join } from 'node:path';
import type { Engine, EngineName, StartOptions } from '@brevia/engines';
import type { Fleet } from './fleet.ts';
import type { Settings } from './settings.ts';
import type { Part } from './supervise/part.ts';

/** Where each engine answers; null for one that is not there. */
export type EngineAddresses = Record<EngineName, string | null>;

/** How each embedded engine is started. */
export type Starters = Record<EngineName, (options: StartOptions) => Promise<Engine>>;

/** Shows a long step with its time. */
export type Step = <T>(title: string, work: () => Promise<T>) => Promise<T>;

/**
 * The engines of a box: those given by address, and the rest embedded.
 * @param wanted the embedded ones to start; what is neither given nor wanted is null
 * @returns where they answer, once they do
 */
export async function startEngines(
  settings: Settings,
  wanted: readonly EngineName[],
  starters: Starters,
  fleet: Fleet,
  step: Step,
): Promise<EngineAddresses> {
  const addresses = givenAddresses(settings);
  await Promise.all(
    wanted
      .filter((name) => addresses[name] === null)
      .map((name) =>
        step(`start ${name}`, async () => {
          addresses[name] = await startEmbedded(name, settings.DATA_DIR, starters[name], fleet);
        }),
      ),
  );
  return addresses;
}

/** The engines that somebody else runs. */
function givenAddresses(settings: Settings): EngineAddresses {
  return {
    postgres: settings.DATABASE_URL ?? null,
    redis: settings.REDIS_URL ?? null,
    clickhouse: settings.CLICKHOUSE_URL ?? null,
    kafka: settings.KAFKA_BROKERS ?? null,
  };
}

async function startEmbedded(
  name: EngineName,
  dataDir: string,
  start: Starters[EngineName],
  fleet: Fleet,
): Promise<string> {
  let port = 0; // its first life chooses; the apps know it by that port from then on
  let url = '';
  await fleet.start('engines', name, async () => {
    const engine = await start({ dataDir: join(dataDir, name), logDir: join(dataDir, 'logs'), port });
    port = engine.port;
    url = engine.url;
    return partOf(engine);
  });
  return url;
}

function partOf(engine: Engine): Part {
  return {
    exited: engine.exited.then((code) => (code === null ? 'a signal' : `exit code ${code}`)),
    stop: () => engine.stop(),
    kill: () => engine.kill(),
  };
}
