import { checkMachine } from './bootstrap/machine.mjs';
import { buildApps, installPackages } from './bootstrap/packages.mjs';
import { installPrograms, redis } from './bootstrap/programs.mjs';
import { main, run } from './bootstrap/steps.mjs';

/** @type {Record<string, string>} each prints its own table; docs/performance.md holds the last reading */
const benchmarks = {
  redirector: 'redirector/main.ts',
  latency: 'redirector/latency.ts',
  creates: 'api/creates.ts',
  'worker-code': 'clicks/worker-code.ts',
  pipeline: 'clicks/pipeline.ts',
  stats: 'clicks/stats.ts',
  freshness: 'clicks/freshness.ts',
};

const usage = `npm run bench [-- ${Object.keys(benchmarks).join(' ')}]
Runs the named benchmarks, or all of them one after the other (20 minutes or so), against real engines on loopback.`;

checkMachine();
await main(async () => {
  const names = process.argv.slice(2);
  if (names.some((name) => !(name in benchmarks))) {
    console.log(usage);
    return names.includes('--help') ? 0 : 1;
  }
  await Promise.all([installPackages().then(buildApps), installPrograms([redis])]);
  for (const [name, file] of Object.entries(benchmarks)) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.log(`\n── ${name} ──`);
    await run(process.execPath, ['--import', 'tsx', `bench/${file}`]);
  }
  return 0;
});
