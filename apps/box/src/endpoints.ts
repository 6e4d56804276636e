import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Addresses, AppName } from './app-environments.ts';
import type { EngineAddresses } from './engines.ts';
import { writeJsonAtomically } from './files.ts';

/** What `endpoints.json` says (RUN-5): where a running box answers; null for what is not running. */
interface Endpoints {
  web: string;
  redirector: string;
  metrics: Record<AppName, string | null>;
  engines: EngineAddresses;
}

const pathIn = (dataDir: string) => join(dataDir, 'endpoints.json');

/** Writes the file; it holds passwords of engines, so it is for its owner only. */
export function writeEndpoints(
  dataDir: string,
  { web, redirector }: Addresses,
  metrics: Record<AppName, string | null>,
  engines: EngineAddresses,
): void {
  const endpoints: Endpoints = { web, redirector, metrics, engines };
  writeJsonAtomically(pathIn(dataDir), endpoints);
}

/** Removes the file: at the end of a box, and at the start of one that follows a killed one. */
export function removeEndpoints(dataDir: string): void {
  rmSync(pathIn(dataDir), { force: true });
}
