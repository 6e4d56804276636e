// Generates the Prisma client. The schema engine is not needed for that, yet Prisma would download it: point the
// setting at a program that is there anyway, so that generating works without a network.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const cli = join(dirname(createRequire(import.meta.url).resolve('prisma/package.json')), 'build/index.js');
const result = spawnSync(process.execPath, [cli, 'generate', '--no-hints'], {
  cwd: join(here, '..'),
  stdio: 'inherit',
  env: { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1', ...process.env },
});
process.exit(result.status ?? 1);
