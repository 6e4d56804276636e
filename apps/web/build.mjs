import { build } from 'esbuild';

// The server beside Next's own build: our packages are TypeScript source and go into the bundle, third-party code stays
// in node_modules.
await build({
  entryPoints: { main: 'src/server/main.ts' },
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
