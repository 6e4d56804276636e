import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface MigrationFile {
  readonly name: string;
  readonly sql: string;
}

const NAME = /^\d{4}_[a-z0-9_]+\.sql$/;

/** The migrations of a folder in their order. Throws on a name that is none, or a number used twice. */
export async function readMigrations(directory: string): Promise<MigrationFile[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  const odd = names.find((name) => !NAME.test(name));
  if (odd !== undefined) throw new Error(`Migration ${odd}: the name must be like 0001_what_it_does.sql.`);
  const twice = names.find((name, at) => at > 0 && names[at - 1]!.slice(0, 4) === name.slice(0, 4));
  if (twice !== undefined) throw new Error(`Migration ${twice}: its number is used twice.`);
  return Promise.all(
    names.map(async (name) => ({ name, sql: await readFile(join(directory, name), 'utf8') })),
  );
}

/** The folder `prisma/migrations` at or above `from`: this file may run from source or bundled into an app. */
export function findMigrations(from: string = import.meta.dirname): string {
  for (let at = from; ; at = dirname(at)) {
    const candidate = join(at, 'prisma', 'migrations');
    if (existsSync(candidate)) return candidate;
    if (dirname(at) === at) throw new Error(`There is no folder prisma/migrations at or above ${from}.`);
  }
}

/** The settings for PostgreSQL alone that lie beside a folder of migrations, null where there are none. */
export async function readTuning(directory: string): Promise<string | null> {
  const file = join(directory, '..', 'postgresql', 'tuning.sql');
  return existsSync(file) ? readFile(file, 'utf8') : null;
}
