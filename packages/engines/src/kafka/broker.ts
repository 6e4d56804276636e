import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EngineError, PortInUseError, type Engine } from '../engine.ts';
import { freePort } from '../process/free-port.ts';
import { runCommand } from '../process/run-command.ts';
import { startServer } from '../process/start-server.ts';
import { serverProperties } from './properties.ts';
import { brokerAnswers } from './topics.ts';

/** A broker to run. */
export interface BrokerOptions {
  java: string;
  /** Flags of the virtual machine, class path included. */
  jvm: readonly string[];
  dataDir: string;
  port?: number | undefined;
  advertisedPort?: number | undefined;
  logDir?: string | undefined;
}

/** Formats the data folder when it is new, and starts the broker on it. */
export function startBroker({ port: wanted, ...options }: BrokerOptions): Promise<Engine> {
  const { java, jvm, dataDir, logDir, advertisedPort } = options;
  const records = join(dataDir, 'log');
  const file = join(dataDir, 'server.properties');
  mkdirSync(dataDir, { recursive: true });
  return startServer({
    name: 'kafka',
    dataDir,
    port: wanted,
    logDir,
    stopBy: 'TERM',
    readyMs: 120_000,
    checkEveryMs: 150,
    url: (port) => `127.0.0.1:${port}`,
    check: (port) => brokerAnswers(`127.0.0.1:${port}`),
    command: async (port) => {
      const controllerPort = await otherPort(port);
      await format(java, jvm, records, { port, controllerPort });
      writeFileSync(file, serverProperties({ port, controllerPort, advertisedPort, logDir: records }));
      return { file: java, args: [...jvm, 'kafka.Kafka', file], env: environment() };
    },
  });
}

/** Java reads paths in the locale's encoding, and under plain C that is ASCII. */
const environment = (): NodeJS.ProcessEnv =>
  process.platform === 'linux' ? { ...process.env, LC_ALL: 'C.UTF-8' } : process.env;

async function otherPort(port: number): Promise<number> {
  for (let tries = 0; tries < 10; tries += 1) {
    const other = await freePort();
    if (other !== port) return other;
  }
  throw new PortInUseError('kafka', port);
}

/** Formats the log folder, beside its place and then renamed, so that a kill in between leaves no half of one. */
async function format(
  java: string,
  jvm: readonly string[],
  folder: string,
  ports: { port: number; controllerPort: number },
): Promise<void> {
  if (existsSync(join(folder, 'meta.properties'))) return;
  const draft = `${folder}.new`;
  const file = `${draft}.properties`;
  rmSync(draft, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  writeFileSync(file, serverProperties({ ...ports, logDir: draft }));
  const args = [...jvm, 'kafka.tools.StorageTool', 'format', '-t', newClusterId(), '-c', file];
  const { code, output } = await runCommand({ file: java, args, env: environment() });
  if (code !== 0)
    throw new EngineError('kafka', `Kafka could not format ${folder}:\n${output.slice(-2_000)}`);
  renameSync(draft, folder);
  rmSync(file);
}

/** 22 characters of base64url; one that began with a dash would pass for an option. */
function newClusterId(): string {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0] ?? 0) & 0x7f;
  return bytes.toString('base64url');
}
