import { settingProblems, type Environment } from '@brevia/core/settings';
import { settings as redirector } from '@brevia/redirector/settings';
import { rules as webRules, settings as web } from '@brevia/web/settings';
import { settings as worker } from '@brevia/worker/settings';
import { z } from 'zod';

const everyAppSetting = { ...web.shape, ...redirector.shape, ...worker.shape };

/**
 * What is wrong with the settings that the box hands on as they came, one line each. Each app checks its own again; here
 * all are checked by the apps' own schemas before any engine is started (RUN-5).
 * @param given the environment without empty values
 * @param decided names of the settings that the box decides on
 */
export function appProblems(given: Environment, decided: readonly string[]): string[] {
  const handedOn = Object.entries(everyAppSetting).filter(([name]) => !decided.includes(name));
  return settingProblems(z.object(Object.fromEntries(handedOn)), webRules, given);
}
