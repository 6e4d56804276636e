import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { z } from 'zod';
import { UsageError } from './usage.ts';

/**
 * Reads `--name value` options and checks them.
 * @throws UsageError that lists everything that is wrong
 */
export function readOptions<Schema extends z.ZodObject>(
  args: string[],
  options: NonNullable<ParseArgsConfig['options']>,
  schema: Schema,
): z.output<Schema> {
  const { values } = parseArgs({ args, options, strict: true, allowPositionals: false });
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`);
  throw new UsageError(problems.join('\n'));
}
