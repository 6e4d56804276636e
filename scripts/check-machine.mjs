// Runs before `npm start` and the like, whose `exec` (it lets signals to npm reach us and nobody else) only a POSIX
// shell knows: a machine that can't run Brevia hears so here, in words.
import { checkMachine } from './bootstrap/machine.mjs';

checkMachine();
