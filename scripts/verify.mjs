import { checkMachine } from './bootstrap/machine.mjs';
import { generateSources, installPackages, turbo } from './bootstrap/packages.mjs';
import { installed } from './bootstrap/project.mjs';
import { main, run, step, StepFailed } from './bootstrap/steps.mjs';

/** @param {string} title @param {string} program below node_modules @param {string[]} args */
const tool = (title, program, args) => () =>
  step(title, () => run(process.execPath, [installed(program), ...args]));

const checks = [
  tool('format (prettier)', 'prettier/bin/prettier.cjs', ['--check', '--log-level=warn', '.']),
  tool('lint (eslint)', 'eslint/bin/eslint.js', ['--max-warnings', '0', '.']),
  tool('types of the scripts (tsc)', 'typescript/bin/tsc', ['--noEmit', '-p', 'scripts']),
  () => turbo('typecheck', 'types of the workspaces (tsc)'),
  tool('dead code (knip)', 'knip/bin/knip.js', []),
  ...(process.argv.includes('--without-tests')
    ? []
    : [tool('unit tests (vitest)', 'vitest/vitest.mjs', ['run', '--project', 'unit', '--reporter=dot'])]),
];

checkMachine();
await main(async () => {
  console.log('Brevia: verify');
  await installPackages();
  await generateSources();
  const failures = [];
  for (const check of checks) {
    try {
      await check();
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error;
      failures.push(error.message);
    }
  }
  if (failures.length === 0) {
    console.log('verify: all clean');
    return 0;
  }
  console.log(`\nverify: ${failures.length} of ${checks.length} failed\n${failures.join('\n')}`);
  return 1;
});
