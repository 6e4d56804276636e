import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/**
 * The folder of @brevia/engines, found as a package and not by this file's place: a bundle of an app holds this code
 * elsewhere, but the files beside it (the ClickHouse child, Kafka's pom.xml) stay in the package.
 */
export function packageRoot(): string {
  return dirname(createRequire(import.meta.url).resolve('@brevia/engines/package.json'));
}

/** A `require.resolve` that sees this package's own dependencies. */
export function resolveDependency(id: string, from: string = `${packageRoot()}/package.json`): string {
  return createRequire(from).resolve(id);
}
