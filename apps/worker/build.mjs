import { bundle } from '../../scripts/bundle.mjs';

await bundle({ main: 'src/main.ts' });
