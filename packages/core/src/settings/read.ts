import type { z } from 'zod';

/** What a process was started with. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A rule about several settings: one line for each problem that it finds, which begins with the name of a setting. */
export type Rule = (given: Environment) => readonly string[];

/** Settings that stop a start; the message lists all that is wrong with them. */
export class SettingsError extends Error {}

/** The environment without empty values: they count as not given. */
function givenSettings(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
}

/** All that is wrong with the settings, one line each. @param given without empty values */
export function settingProblems(schema: z.ZodType, rules: readonly Rule[], given: Environment): string[] {
  const issues = schema.safeParse(given).error?.issues ?? [];
  const lines = issues.map(({ path, message }) => {
    const name = path.join('.');
    return `${name}: ${given[name] === undefined ? 'is missing' : message}`;
  });
  return [...lines, ...rules.flatMap((rule) => rule(given))];
}

/**
 * Reads the settings of a program.
 * @param title the first line of the message, such as "The worker cannot start, its settings are wrong:"
 * @throws SettingsError that lists every problem at once, one a line
 */
export function readSettings<Schema extends z.ZodType>(
  title: string,
  schema: Schema,
  rules: readonly Rule[],
  environment: Environment,
): z.output<Schema> {
  const given = givenSettings(environment);
  const problems = settingProblems(schema, rules, given);
  if (problems.length > 0) throw new SettingsError([title, ...problems].join('\n  '));
  return schema.parse(given);
}
