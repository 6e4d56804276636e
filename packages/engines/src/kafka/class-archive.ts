import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../process/apt.ts';
import { runCommand } from '../process/run-command.ts';
import { startBroker } from './broker.ts';

/**
 * The virtual machine's flags that load Kafka's classes from an archive (class data sharing): a start then takes less
 * than half of the CPU time. The archive is made once per machine and version of Java, by a broker that is started and
 * stopped; without it, or when Java finds it unfit, a start is only slower.
 * @param cacheDir the folder of the jars
 */
export async function sharedClasses(
  java: string,
  jvm: readonly string[],
  cacheDir: string,
  report: Report,
): Promise<string[]> {
  const version = (await runCommand({ file: java, args: ['-version'] })).output;
  const id = createHash('sha256').update(version).digest('hex').slice(0, 12);
  const archive = join(cacheDir, `classes-${id}.jsa`);
  if (!existsSync(archive)) await make(java, jvm, cacheDir, archive, report);
  return existsSync(archive) ? [`-XX:SharedArchiveFile=${archive}`, '-Xshare:auto', '-Xlog:cds=off'] : [];
}

async function make(
  java: string,
  jvm: readonly string[],
  cacheDir: string,
  archive: string,
  report: Report,
): Promise<void> {
  const started = performance.now();
  report('Preparing Apache Kafka for quick starts (once) ...');
  const folder = mkdtempSync(join(cacheDir, 'rehearsal-'));
  const draft = join(folder, 'classes.jsa');
  try {
    const flags = [`-XX:ArchiveClassesAtExit=${draft}`, '-Xlog:cds=off', '-Xlog:cds+dynamic=off', ...jvm];
    const broker = await startBroker({ java, jvm: flags, dataDir: join(folder, 'data') });
    await broker.stop();
    if (existsSync(draft)) renameSync(draft, archive);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  report(`Prepared Apache Kafka in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}
