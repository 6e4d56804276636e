import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EngineError } from '../engine.ts';
import { resolveDependency } from '../package-root.ts';

/** The path of libchdb.so (its name on macOS too), the whole ClickHouse engine, in chdb's package for this platform. */
export function clickHouseLibrary(): string {
  const platform = process.platform === 'linux' ? `linux-${process.arch}-gnu` : `darwin-${process.arch}`;
  const id = `@chdb/lib-${platform}`;
  const chdb = resolveDependency('chdb/package.json');
  try {
    const library = join(dirname(resolveDependency(id, chdb)), 'libchdb.so');
    if (existsSync(library)) return library;
  } catch {
    // Said below.
  }
  // A lock file that was made on one platform may lack the others' packages, and then npm ci leaves them out in silence.
  const { optionalDependencies } = JSON.parse(readFileSync(chdb, 'utf8')) as {
    optionalDependencies?: Record<string, string>;
  };
  const version = optionalDependencies?.[id] ?? 'latest';
  throw new EngineError(
    'clickhouse',
    `The npm package ${id}, ClickHouse for this platform, is missing. Run: npm install --no-save ${id}@${version}`,
  );
}
