import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { EngineError } from '../engine.ts';
import { packageRoot } from '../package-root.ts';
import type { Report } from '../process/apt.ts';
import { findProgram, runCommand } from '../process/run-command.ts';

const MARKER = '.complete';

/** Where Kafka's jars are kept: outside of every build output, so that they are fetched once per machine. */
export function kafkaCacheDir(): string {
  const base = process.env['BREVIA_CACHE_DIR'] || join(homedir(), '.cache', 'brevia');
  const version = /<kafka.version>([^<]+)</.exec(readFileSync(pomFile(), 'utf8'))?.[1] ?? 'unknown';
  return join(base, `kafka-${version}`);
}

/** Whether the folder holds all jars of today's pom.xml. */
export function hasKafkaJars(folder: string = kafkaCacheDir()): boolean {
  const marker = join(folder, MARKER);
  return existsSync(marker) && readFileSync(marker, 'utf8') === pomHash();
}

/**
 * Fetches Kafka's 94 jars (55 MB) with Maven into the cache folder, once. They are gathered beside it and renamed, with a
 * marker inside, so that the folder is complete or not there; two processes may do it at the same time.
 */
export async function fetchKafkaJars(report: Report, folder: string = kafkaCacheDir()): Promise<string> {
  if (hasKafkaJars(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}.new-`);
  const started = performance.now();
  report('Fetching Apache Kafka with Maven (55 MB, once) ...');
  try {
    const args = ['-q', '-B', '-f', pomFile(), 'dependency:copy-dependencies'];
    args.push('-DincludeScope=runtime', `-DoutputDirectory=${draft}`);
    const { code, output } = await runCommand({ file: findProgram('mvn') ?? 'mvn', args });
    if (code !== 0) throw new EngineError('kafka', `Maven could not fetch Kafka:\n${output.slice(-2_000)}`);
    writeFileSync(join(draft, MARKER), pomHash());
    if (!hasKafkaJars(folder)) rmSync(folder, { recursive: true, force: true });
    try {
      renameSync(draft, folder);
    } catch (error) {
      if (!hasKafkaJars(folder)) throw error;
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  report(`Fetched Apache Kafka in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  return folder;
}

const pomFile = () => join(packageRoot(), 'kafka', 'pom.xml');
const pomHash = () => createHash('sha256').update(readFileSync(pomFile())).digest('hex');
