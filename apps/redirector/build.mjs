import { build } from 'esbuild';

// Our own packages are TypeScript source and go into the bundle; third-party code stays in node_modules (pg does not
// survive bundling into ESM). The publishing thread is a file of its own.
await build({
  entryPoints: { main: 'src/main.ts', 'publish-thread': 'src/publish/thread.ts' },
  outdir: 'dist',
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
