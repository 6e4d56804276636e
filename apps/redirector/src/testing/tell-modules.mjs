import { createRequire } from 'node:module';

// Preloaded with NODE_OPTIONS: at its end the process tells which packages it has loaded. (Those of OpenTelemetry are CommonJS.)
const require = createRequire(import.meta.url);
process.on('exit', () => {
  const names = Object.keys(require.cache).map(
    (path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1],
  );
  process.stderr.write(`packages: ${JSON.stringify([...new Set(names)].filter(Boolean).sort())}\n`);
});
