import { removeStaleEndpoints } from './bootstrap/endpoints.mjs';
import { checkMachine } from './bootstrap/machine.mjs';
import { buildApps, generateSources, installPackages } from './bootstrap/packages.mjs';
import { endWithParent } from './bootstrap/parent.mjs';
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
  const { parent, flags } = readWords(process.argv.slice(2));
  const options = {
    dev: flags.delete('--dev'),
    demo: flags.delete('--demo'),
    kafka: flags.delete('--kafka'),
  };
  if (flags.size > 0) {
    console.log(usage);
    return flags.has('--help') ? 0 : 1;
  }
  if (parent !== null) endWithParent(parent);
  loadDotEnv();
  removeStaleEndpoints(dataDir());

  console.log('Brevia');
  await Promise.all([preparePackages(options.dev), installPrograms(process.env.REDIS_URL ? [] : [redis])]);

  const { runBox } = await importTypeScript('apps/box/src/main.ts');
  handOverSignals();
  return runBox(options, { ...process.env, DATA_DIR: dataDir() }, root, step);
});

/**
 * npm's scripts say who npm is (`--parent=$PPID`); the rest are flags.
 * @param {string[]} words
 */
function readWords(words) {
  const parent = words.find((word) => /^--parent=\d+$/.test(word));
  const flags = new Set(words.filter((word) => word !== parent));
  return { parent: parent === undefined ? null : Number(parent.split('=')[1]), flags };
}

/** @param {boolean} dev */
async function preparePackages(dev) {
  await installPackages();
  await (dev ? generateSources() : buildApps());
}
