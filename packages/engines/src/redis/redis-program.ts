import { installWithApt, type Report } from '../process/apt.ts';
import { findProgram } from '../process/run-command.ts';

/** The path of redis-server (or of Valkey, which speaks the same), or null. */
export const findRedis = (): string | null => findProgram('redis-server') ?? findProgram('valkey-server');

/**
 * Makes sure that there is a Redis: finds it, or installs Debian's where apt-get can be used without a question.
 * @returns false where neither works; the product then runs in its degraded mode (RED-7)
 */
export async function installRedis(report: Report = () => undefined): Promise<boolean> {
  if (findRedis() !== null) return true;
  return (await installWithApt(['redis-server'], report)) && findRedis() !== null;
}
