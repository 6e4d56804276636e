import { join, resolve } from 'node:path';
import { EngineError, type Engine, type StartOptions } from '../engine.ts';
import { unsupportedPlatform } from '../platform.ts';
import type { Report } from '../process/apt.ts';
import { findProgram } from '../process/run-command.ts';
import { startBroker } from './broker.ts';
import { sharedClasses } from './class-archive.ts';
import { fetchKafkaJars, hasKafkaJars } from './jars.ts';
import { ensureJava } from './java.ts';

/** Options of startKafka. */
export interface KafkaOptions extends StartOptions {
  /** Is told about long steps (installing Java, fetching jars). */
  report?: Report;
  /** Bound of the Java heap in MiB; default 512. */
  heapMiB?: number;
  /** The port that clients are told to use, where a proxy stands in front (a client asks the broker where it is). */
  advertisedPort?: number;
}

/**
 * Starts Apache Kafka (KRaft, one node) on 127.0.0.1; fetches its jars the first time.
 * Kafka leaves flushing to the system, so `durable: false` changes only the compiler: quick to start, slower at length.
 */
export async function startKafka(options: KafkaOptions): Promise<Engine> {
  const refusal = unsupportedPlatform();
  if (refusal !== null) throw new EngineError('kafka', refusal);
  const report = options.report ?? (() => undefined);
  await ensureJava(!hasKafkaJars(), report);
  const cacheDir = await fetchKafkaJars(report);
  const java = findProgram('java') ?? 'java';
  const common = ['-Dlog4j2.level=WARN', '-XX:+UseSerialGC', '-XX:-UsePerfData', '-cp', join(cacheDir, '*')];
  const shared = await sharedClasses(java, common, cacheDir, report);
  const heap = ['-Xms128m', `-Xmx${options.heapMiB ?? 512}m`];
  const compiler = options.durable === false ? ['-XX:TieredStopAtLevel=1'] : [];
  return startBroker({
    java,
    jvm: [...shared, ...heap, ...compiler, ...common],
    dataDir: resolve(options.dataDir),
    port: options.port,
    advertisedPort: options.advertisedPort,
    logDir: options.logDir,
  });
}
