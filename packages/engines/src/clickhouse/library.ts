import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EngineError } from '../engine.ts';
import { resolveDependency } from '../package-root.ts';

/** The path of libchdb.so, the whole ClickHouse engine, in chdb's package for this platform. */
export function clickHouseLibrary(): string {
  const platform = process.platform === 'linux' ? `linux-${process.arch}-gnu` : `darwin-${process.arch}`;
  const id = `@chdb/lib-${platform}`;
  try {
    const library = join(dirname(resolveDependency(id, resolveDependency('chdb'))), 'libchdb.so');
    if (existsSync(library)) return library;
  } catch {
    // Said below.
  }
  throw new EngineError(
    'clickhouse',
    `The npm package ${id} is missing. Run "npm ci" without --omit=optional.`,
  );
}
