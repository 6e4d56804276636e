import { bundle } from '../../scripts/bundle.mjs';

// The server beside Next's own build.
await bundle({ main: 'src/server/main.ts' });
