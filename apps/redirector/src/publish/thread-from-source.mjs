// Development and tests only: a worker thread does not inherit the loader that lets Node read TypeScript.
import { register } from 'tsx/esm/api';

register();
await import('./thread.ts');
