import { checkMachine } from './bootstrap/machine.mjs';
import { buildApps, installPackages } from './bootstrap/packages.mjs';
import { browser, installPrograms, redis } from './bootstrap/programs.mjs';
import { main, StepFailed } from './bootstrap/steps.mjs';
import { playwrightSuite, sumUp, vitestSuite } from './bootstrap/suites.mjs';

const usage = `npm test [-- unit engine chaos e2e]
Sets up all that the tests need (packages, builds, Redis, Java, Chromium), runs the named suites or all of them
against real engines, and ends with the sum of all.`;

/** @type {Record<string, () => ReturnType<typeof vitestSuite>>} */
const suites = {
  unit: () => vitestSuite('unit'),
  engine: () => vitestSuite('engine'),
  chaos: () => vitestSuite('chaos'),
  e2e: () => playwrightSuite(),
};

checkMachine();
await main(async () => {
  const names = process.argv.slice(2);
  if (names.some((name) => !(name in suites))) {
    console.log(usage);
    return names.includes('--help') ? 0 : 1;
  }

  console.log('Brevia: set-up for the tests');
  const [missing] = await Promise.all([installPrograms([redis, browser]), installPackages().then(buildApps)]);
  if (missing.length > 0)
    throw new StepFailed(`The tests use real engines. Missing:\n  ${missing.join('\n  ')}`);

  const tallies = [];
  for (const [name, runSuite] of Object.entries(suites)) {
    if (names.length === 0 || names.includes(name)) tallies.push(await runSuite());
  }
  return sumUp(tallies, { allowSkipped: !process.env.CI });
});
