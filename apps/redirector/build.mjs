import { bundle } from '../../scripts/bundle.mjs';

// The publishing thread is a file of its own.
await bundle({ main: 'src/main.ts', 'publish-thread': 'src/publish/thread.ts' });
