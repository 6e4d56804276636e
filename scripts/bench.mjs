import { checkMachine } from './bootstrap/machine.mjs';
import { generateSources, installPackages } from './bootstrap/packages.mjs';
import { installPrograms, redis } from './bootstrap/programs.mjs';
import { installed } from './bootstrap/project.mjs';
import { main, run } from './bootstrap/steps.mjs';

checkMachine();
await main(async () => {
  await Promise.all([installPackages().then(generateSources), installPrograms([redis])]);
  await run(process.execPath, [installed('tsx/dist/cli.mjs'), 'bench/src/main.ts', ...process.argv.slice(2)]);
  return 0;
});
