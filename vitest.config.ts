import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Three layers. `*.test.ts` needs nothing and runs in `npm run verify`; `*.engine.test.ts` gets real engines from
// the global set-up; `*.chaos.test.ts` starts and kills engines of its own.
const everywhere = ['packages/*/{src,test}', 'apps/*/{src,test}', 'bench', 'scripts'];
const files = (ending: string) => everywhere.map((folder) => `${folder}/**/*.${ending}.ts`);

// Vitest's own choice leaves a core free: on two of them it would run one file after the other. More files than cores would
// make the waiting of tests that look at the clock too long; those of `chaos` keep more than one core busy.
const cores = availableParallelism();
const filesAtOnce = { unit: cores, engine: cores, chaos: Math.max(2, Math.floor(cores / 2)) };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          testTimeout: 20_000,
          maxWorkers: filesAtOnce.unit,
          sequence: { groupOrder: 1 },
          include: files('test'),
          exclude: [...files('engine.test'), ...files('chaos.test'), '**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'engine',
          maxWorkers: filesAtOnce.engine,
          sequence: { groupOrder: 2 },
          include: files('engine.test'),
          exclude: process.env['CRDB_URL'] ? [] : ['**/cockroachdb.engine.test.ts'],
          globalSetup: ['packages/engines/src/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'chaos',
          maxWorkers: filesAtOnce.chaos,
          sequence: { groupOrder: 3 },
          include: files('chaos.test'),
          testTimeout: 600_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
