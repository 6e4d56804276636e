// Bundles the operator's commands, which run from source elsewhere. Run from apps/ops.
import { cpSync } from 'node:fs';
import { bundle } from '../../scripts/bundle.mjs';

await bundle({ main: '../../deploy/container/ops.mjs' });
// ClickHouse's migrations are looked for beside the bundle.
cpSync('../../packages/clicks/src/clickhouse/schema', 'dist/schema', { recursive: true });
