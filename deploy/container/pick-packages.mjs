// Which packages of a whole installation a bundled app needs at run time.
//
// `npm ci --omit=dev -w <app>` does not do: npm decides by marks of the lock file that are made for the project as a whole,
// so the engines (chdb, PostgreSQL: 600 MB), Prisma's command line, Playwright and vite come along. Here an app's own
// dependencies are followed through the lock file instead, as Node will look them up.

/**
 * @typedef {{
 *   link?: boolean, resolved?: string, dependencies?: Record<string, string>, peerDependencies?: Record<string, string>,
 *   peerDependenciesMeta?: Record<string, { optional?: boolean }>
 * }} Locked a package of package-lock.json; with `link` it is a workspace, and `resolved` is its folder
 */

/** The engines are for tests and the one box; TypeScript is asked for as a peer, for its types. */
const NEVER = new Set(['@brevia/engines', 'typescript']);

/**
 * The third-party packages of an app and of the workspaces in its bundle. Optional ones are left out: they are compilers,
 * or native variants of what works without them.
 * @param {Record<string, Locked>} packages `packages` of package-lock.json
 * @param {string} app folder of the app
 * @returns {string[]} folders below the project, sorted
 * @throws Error when the lock file lacks a package, or has it where the bundle can't reach it
 */
export function runtimePackages(packages, app) {
  /** @type {Set<string>} */
  const found = new Set();
  const visit = (/** @type {string} */ folder) => {
    for (const name of wanted(packages[folder] ?? {})) {
      const path = lookUp(packages, folder, name);
      if (path === null) throw new Error(`${name}, which ${folder} needs, is not in package-lock.json.`);
      const target = packages[path]?.link ? (packages[path].resolved ?? '') : path;
      if (found.has(target)) continue;
      if (/^packages\/[^/]+\/node_modules\//.test(target)) {
        throw new Error(
          `${target} can't be reached by the bundle of ${app}: let both have the same version.`,
        );
      }
      found.add(target);
      visit(target);
    }
  };
  visit(app);
  return [...found].filter((path) => path.includes('node_modules/')).sort();
}

/** @param {Locked} entry */
function wanted({ dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...Object.keys(dependencies), ...peers].filter((name) => !NEVER.has(name));
}

/** As Node does: in the folder's own node_modules, then in those above it. @param {Record<string, Locked>} packages @param {string} folder @param {string} name */
function lookUp(packages, folder, name) {
  for (let at = folder; ;) {
    const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (packages[path]) return path;
    if (at === '') return null;
    const above = at.lastIndexOf('/node_modules/');
    at = above === -1 ? '' : at.slice(0, above);
  }
}
