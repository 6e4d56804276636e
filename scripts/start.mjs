import { checkMachine } from './bootstrap/machine.mjs';
import { buildApps, generateSources, installPackages } from './bootstrap/packages.mjs';
import { installPrograms, redis } from './bootstrap/programs.mjs';
import { dataDir, loadDotEnv, root } from './bootstrap/project.mjs';
import { handOverSignals, main, step } from './bootstrap/steps.mjs';
import { importTypeScript } from './bootstrap/typescript.mjs';

const usage = `npm start [-- --demo] [--kafka]    start everything on this machine
npm run dev [-- --demo] [--kafka]  the same, and reload what you edit
  --demo   also make the account demo@brevia.localhost with 200 links and 90 days of clicks
  --kafka  carry the clicks through a real Kafka instead of the spool on disk`;

checkMachine();
await main(async () => {
  const flags = new Set(process.argv.slice(2));
  const options = {
    dev: flags.delete('--dev'),
    demo: flags.delete('--demo'),
    kafka: flags.delete('--kafka'),
  };
  if (flags.size > 0) {
    console.log(usage);
    return flags.has('--help') ? 0 : 1;
  }
  loadDotEnv();

  console.log('Brevia');
  await Promise.all([preparePackages(options.dev), installPrograms(process.env.REDIS_URL ? [] : [redis])]);

  const { runBox } = await importTypeScript('apps/box/src/main.ts');
  handOverSignals();
  return runBox(options, { ...process.env, DATA_DIR: dataDir() }, root, step);
});

/** @param {boolean} dev */
async function preparePackages(dev) {
  await installPackages();
  await (dev ? generateSources() : buildApps());
}
