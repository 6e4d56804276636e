import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json, whatever the current folder is. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Reads a `.env` beside package.json; what the environment already says wins. */
export function loadDotEnv() {
  const file = join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/** Everything that `npm start` keeps (RUN-5). */
export function dataDir() {
  return resolve(root, process.env.DATA_DIR || '.data');
}

/**
 * @param {string} path relative to the project
 * @returns {any} the parsed file
 */
export function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

/** A program that npm installed, to be run by this same Node. @param {string} path below node_modules */
export function installed(path) {
  return join(root, 'node_modules', path);
}
