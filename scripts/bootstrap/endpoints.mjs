import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Removes the `endpoints.json` that a killed box has left behind, before the steps that take seconds: from then on the file
 * tells of a box that is there. One whose box is alive stays.
 * @param {string} dataDir
 */
export function removeStaleEndpoints(dataDir) {
  if (!isAlive(holderOf(join(dataDir, 'box.lock')))) rmSync(join(dataDir, 'endpoints.json'), { force: true });
}

/** @param {string} lock @returns {number | null} the process of the box that took it last */
function holderOf(lock) {
  try {
    const { pid } = JSON.parse(readFileSync(lock, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null; // no box, or one that ended in order
  }
}

/** @param {number | null} pid */
function isAlive(pid) {
  if (pid === null) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is there too. One that got the number later is taken for the box, which itself looks closer.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
