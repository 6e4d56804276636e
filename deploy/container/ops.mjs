// The operator's commands of the image `ops`. It has no engines to start, so both stores must be given.
import { runOps } from '../../apps/ops/src/main.ts';

const missing = ['DATABASE_URL', 'CLICKHOUSE_URL'].filter((name) => !process.env[name]);
const args = process.argv.slice(2);
if (missing.length > 0 && args[0] !== '--help') {
  console.error(`In a container there are no embedded engines: ${missing.join(' and ')} must be given.`);
  process.exit(1);
}
process.exit(await runOps(args, process.env));
