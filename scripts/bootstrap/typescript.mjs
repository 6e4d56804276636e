import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installed, root } from './project.mjs';

/**
 * Loads one of our TypeScript programs into this very process: one process to signal, one parent to the children.
 * Only after the installation, which brings tsx.
 * @param {string} path below the project
 * @returns {Promise<any>} the module
 */
export async function importTypeScript(path) {
  const { register } = await import(pathToFileURL(installed('tsx/dist/esm/api/index.mjs')).href);
  register();
  return import(pathToFileURL(join(root, path)).href);
}
