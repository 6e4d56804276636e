import { build } from 'esbuild';

// Our own packages are inlined, all others stay imports: bundling CommonJS packages such as pg into ESM fails.
await build({
  entryPoints: ['src/main.ts'],
  outfile: 'dist/main.js',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  plugins: [
    {
      name: 'third-party-external',
      setup: (pass) =>
        pass.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
          kind === 'entry-point' || path.startsWith('@brevia/') ? null : { external: true },
        ),
    },
  ],
});
