import { availableParallelism } from 'node:os';
import { checkMachine } from './bootstrap/machine.mjs';
import { generateSources, installPackages } from './bootstrap/packages.mjs';
import { installed } from './bootstrap/project.mjs';
import { main, run, step, StepFailed } from './bootstrap/steps.mjs';

/** @param {string} title @param {string} program below node_modules @param {string[]} args */
const tool = (title, program, args) => () =>
  step(title, () =>
    run(process.execPath, [installed(program), ...args], {
      log: `verify-${title.replaceAll(' ', '-')}.log`,
      shown: 400,
    }),
  );

/** @param {string} what @param {string} project */
const types = (what, project) => tool(`types of ${what}`, 'typescript/bin/tsc', ['--noEmit', '-p', project]);

// Most of them use one core: so as many run side by side as there are cores, the longest first. All workspaces with the
// same compiler options are one program: what they have in common is then read and checked once.
const checks = [
  tool('lint', 'eslint/bin/eslint.js', ['--max-warnings', '0', '.']),
  ...(process.argv.includes('--without-tests')
    ? []
    : [tool('unit tests', 'vitest/vitest.mjs', ['run', '--project', 'unit', '--reporter=dot'])]),
  tool('format', 'prettier/bin/prettier.cjs', ['--check', '--log-level=warn', '.']),
  types('web', 'apps/web'),
  types('the other apps and packages', 'tsconfig.node.json'),
  types('e2e', 'e2e'),
  types('core', 'packages/core'),
  types('the tests of core', 'packages/core/test'),
  types('the scripts', 'scripts'),
  tool('dead code', 'knip/bin/knip.js', []),
];

checkMachine();
await main(async () => {
  console.log('Brevia: verify');
  await installPackages();
  await generateSources();
  /** @type {string[]} */
  const failures = [];
  const waiting = checks.values();
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      for (const check of waiting) {
        try {
          await check();
        } catch (error) {
          if (!(error instanceof StepFailed)) throw error;
          failures.push(error.message);
        }
      }
    }),
  );
  if (failures.length === 0) {
    console.log('verify: all clean');
    return 0;
  }
  console.log(`\nverify: ${failures.length} of ${checks.length} failed\n${failures.join('\n\n')}`);
  return 1;
});
