import { checkMachine } from './bootstrap/machine.mjs';
import { generateSources, installPackages } from './bootstrap/packages.mjs';
import { dataDir, loadDotEnv } from './bootstrap/project.mjs';
import { handOverSignals, main } from './bootstrap/steps.mjs';
import { importTypeScript } from './bootstrap/typescript.mjs';

checkMachine();
await main(async () => {
  loadDotEnv();
  await installPackages();
  await generateSources();
  const { runOps } = await importTypeScript('apps/ops/src/main.ts');
  handOverSignals();
  return runOps(process.argv.slice(2), { ...process.env, DATA_DIR: dataDir() });
});
