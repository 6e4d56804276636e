import { defineConfig } from 'vitest/config';

// Three layers. `*.test.ts` needs nothing and runs in `npm run verify`; `*.engine.test.ts` gets real engines from
// the global set-up; `*.chaos.test.ts` starts and kills engines of its own.
const everywhere = ['packages/*/{src,test}', 'apps/*/{src,test}', 'bench', 'scripts'];
const files = (ending: string) => everywhere.map((folder) => `${folder}/**/*.${ending}.ts`);

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: files('test'),
          exclude: [...files('engine.test'), ...files('chaos.test'), '**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'engine',
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
          include: files('chaos.test'),
          testTimeout: 600_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
