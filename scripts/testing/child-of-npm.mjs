// Stands for scripts/start.mjs: lives until it is told to end, and tells what happens to it.
import { endWithParent } from '../bootstrap/parent.mjs';

const EVERY_MS = 10;
const [parent] = process.argv.slice(2).map((word) => Number(word.replace('--parent=', '')));
const first = process.ppid;
let looks = 0;
process.once('SIGTERM', () => {
  console.log('ended in order');
  process.exit(0);
});
endWithParent(parent ?? 0, EVERY_MS);
setInterval(() => {
  if (process.ppid !== first) looks += 1;
  if (looks === 20) console.log('goes on alone');
}, EVERY_MS);
console.log(`pid ${process.pid} parent ${first}`);
