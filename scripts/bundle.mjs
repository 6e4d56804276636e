import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { build } from 'esbuild';

/**
 * Bundles the programs of an app, from its folder, into `dist`. Our own packages are TypeScript source and go into the
 * bundle; third-party code stays in node_modules (pg does not survive bundling into ESM).
 * @param {Record<string, string>} entryPoints source files by the name of their bundle
 * @returns {Promise<void>}
 */
export async function bundle(entryPoints) {
  const { outputFiles } = await build({
    entryPoints,
    outdir: 'dist',
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    logLevel: 'warning',
    plugins: [
      {
        name: 'third-party-stays-outside',
        setup({ onResolve }) {
          onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || path.startsWith('@brevia/') ? undefined : { path, external: true },
          );
        },
      },
    ],
  });
  // By rename: somebody may start the program in this moment, or bundle it too.
  for (const { path, contents } of outputFiles) {
    const draft = `${path}.${process.pid}`;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(draft, contents);
    await rename(draft, path);
  }
}
