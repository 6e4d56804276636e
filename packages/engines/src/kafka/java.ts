import { EngineError } from '../engine.ts';
import { installWithApt, type Report } from '../process/apt.ts';
import { findProgram, runCommand } from '../process/run-command.ts';

const OLDEST_JAVA = 17;

/** Whether a Java that can run Kafka 4 is on the PATH (macOS has a stub of that name, so it is asked). */
export async function hasJava(): Promise<boolean> {
  const java = findProgram('java');
  if (java === null) return false;
  const { code, output } = await runCommand({ file: java, args: ['-version'] });
  return code === 0 && Number(/version "(\d+)/.exec(output)?.[1] ?? 0) >= OLDEST_JAVA;
}

/** Whether Maven is on the PATH. */
export const hasMaven = (): boolean => findProgram('mvn') !== null;

/**
 * Makes sure of Java and, only where jars must still be fetched, of Maven; installs what is missing through apt.
 * @throws EngineError that names exactly what is missing
 */
export async function ensureJava(needsMaven: boolean, report: Report): Promise<void> {
  const missing = async () => [
    ...((await hasJava()) ? [] : [{ what: `Java ${OLDEST_JAVA} or newer`, debian: 'default-jre-headless' }]),
    ...(!needsMaven || hasMaven() ? [] : [{ what: 'Maven (mvn)', debian: 'maven' }]),
  ];
  const before = await missing();
  if (before.length === 0) return;
  await installWithApt(
    before.map(({ debian }) => debian),
    report,
  );
  const left = (await missing()).map(({ what }) => what);
  if (left.length > 0) {
    throw new EngineError(
      'kafka',
      `Kafka needs ${left.join(' and ')} on the PATH, and apt-get could not bring it.`,
    );
  }
}
