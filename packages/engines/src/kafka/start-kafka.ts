import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EngineError, PortInUseError, type Engine, type StartOptions } from '../engine.ts';
import type { Report } from '../process/apt.ts';
import { freePort } from '../process/free-port.ts';
import { findProgram, runCommand } from '../process/run-command.ts';
import { startServer } from '../process/start-server.ts';
import { ensureJava } from './java.ts';
import { fetchKafkaJars, hasKafkaJars } from './jars.ts';
import { serverProperties } from './properties.ts';
import { brokerAnswers } from './topics.ts';

/** Options of startKafka. */
export interface KafkaOptions extends StartOptions {
  /** Is told about long steps (installing Java, fetching jars). */
  report?: Report;
  /** Bound of the Java heap in MiB; default 512. */
  heapMiB?: number;
}

/** Starts Apache Kafka (KRaft, one node) on 127.0.0.1; fetches its jars the first time. */
export async function startKafka(options: KafkaOptions): Promise<Engine> {
  const dataDir = resolve(options.dataDir);
  const report = options.report ?? (() => undefined);
  await ensureJava(!hasKafkaJars(), report);
  const classPath = join(await fetchKafkaJars(report), '*');
  const java = findProgram('java') ?? 'java';
  const jvm = ['-Xms128m', `-Xmx${options.heapMiB ?? 512}m`, '-XX:+UseSerialGC', '-XX:-UsePerfData'];
  jvm.push('-Dlog4j2.level=WARN', '-cp', classPath);
  const logDir = join(dataDir, 'log');
  const file = join(dataDir, 'server.properties');
  mkdirSync(dataDir, { recursive: true });
  return startServer({
    name: 'kafka',
    dataDir,
    port: options.port,
    logDir: options.logDir,
    stopBy: 'TERM',
    graceMs: 20_000,
    readyMs: 90_000,
    checkEveryMs: 150,
    url: (port) => `127.0.0.1:${port}`,
    check: (port) => brokerAnswers(`127.0.0.1:${port}`),
    command: async (port) => {
      const controllerPort = await otherPort(port);
      await format(java, jvm, logDir, { port, controllerPort });
      writeFileSync(file, serverProperties({ port, controllerPort, logDir }));
      return { file: java, args: [...jvm, 'kafka.Kafka', file] };
    },
  });
}

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
  logDir: string,
  ports: { port: number; controllerPort: number },
): Promise<void> {
  if (existsSync(join(logDir, 'meta.properties'))) return;
  const draft = `${logDir}.new`;
  const file = `${draft}.properties`;
  rmSync(draft, { recursive: true, force: true });
  rmSync(logDir, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  writeFileSync(file, serverProperties({ ...ports, logDir: draft }));
  const args = [...jvm, 'kafka.tools.StorageTool', 'format', '-t', newClusterId(), '-c', file];
  const { code, output } = await runCommand({ file: java, args });
  if (code !== 0)
    throw new EngineError('kafka', `Kafka could not format ${logDir}:\n${output.slice(-2_000)}`);
  renameSync(draft, logDir);
  rmSync(file);
}

/** 22 characters of base64url; one that began with a dash would pass for an option. */
function newClusterId(): string {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0] ?? 0) & 0x7f;
  return bytes.toString('base64url');
}
