import { appendFileSync } from 'node:fs';
import { inspect } from 'node:util';
import type { Log } from '@brevia/clicks';

/** A log for what runs inside a test's own process. */
export function fileLog(file: string): Log {
  const write = (level: string) => (details: object, message: string) =>
    appendFileSync(
      file,
      `${new Date().toISOString()} ${level} ${message} ${inspect(details, { depth: 4 })}\n`,
    );
  return { info: write('info'), warn: write('warn'), error: write('error') };
}
