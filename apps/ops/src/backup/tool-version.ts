import { readFileSync } from 'node:fs';

/** Version of this program. */
export function toolVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return version;
}
