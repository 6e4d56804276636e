import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { issueApiKey } from '@brevia/api';
import { createDatabase, migrate } from '@brevia/db';
import { startPostgres, startRedis } from '@brevia/engines';
import { cpuSeconds } from '../redirector/processes.ts';

/** What we use of autocannon, which comes without types. */
type Autocannon = (options: {
  readonly url: string;
  readonly method: 'POST';
  readonly connections: number;
  readonly duration: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}) => Promise<{
  readonly '2xx': number;
  readonly non2xx: number;
  readonly errors: number;
  readonly duration: number;
  readonly latency: { readonly p50: number; readonly p99: number };
}>;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface CreateReading {
  readonly createsPerSecond: number;
  /** Creates per second of CPU that the web process used: steady, however busy the machine is. */
  readonly createsPerWebCpuSecond: number;
  /** The same by the thread that serves: what one process can do at most on a core of its own. */
  readonly createsPerServingCpuSecond: number;
  /** The same by everything that took part: web, store, Redis and the load generator. Times the cores, that is the ceiling. */
  readonly createsPerTotalCpuSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly refused: number;
}

/**
 * Creates through REST with an API key, on real PostgreSQL and Redis, load generator and all on this machine (goal: 1,400/s
 * on 2 cores, docs/performance.md). Wants `npm run build` first: it starts the same bundle as production.
 */
export async function measureCreates(seconds: number, connections: number): Promise<CreateReading> {
  const name = 'autocannon';
  const { default: autocannon } = (await import(name)) as { default: Autocannon };
  const folder = await mkdtemp(join(tmpdir(), 'brevia-bench-'));
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
  const redis = await startRedis({ dataDir: join(folder, 'redis') });
  const web: ChildProcess[] = [];
  try {
    await migrate(postgres.url);
    const key = await makeKey(postgres.url);
    const server = spawn(process.execPath, [join(ROOT, 'apps/web/dist/main.js')], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        LOG_LEVEL: 'warn',
        HOST: '127.0.0.1',
        WEB_PORT: '0',
        METRICS_PORT: '0',
        SHORT_URL_BASE: 'http://127.0.0.1:1',
        DATABASE_URL: postgres.url,
        REDIS_URL: redis.url,
        CODE_KEY: randomBytes(32).toString('base64url'),
        AUTH_SECRET: randomBytes(32).toString('base64url'),
        LIMIT_CREATE_PER_USER: '1000000000',
      },
    });
    web.push(server);
    const url = await ready(server);
    const webCpu = () => cpuSeconds(server.pid!);
    const load = (duration: number) =>
      autocannon({
        url: `${url}/api/v1/links`,
        method: 'POST',
        connections,
        duration,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ long_url: 'https://example.com/a/page?of=the&usual=length' }),
      });
    await load(3);
    const everything = () =>
      [server.pid!, postgres.pid, redis.pid, process.pid].reduce((sum, pid) => sum + treeCpuSeconds(pid), 0);
    const before = webCpu();
    const totalBefore = everything();
    const result = await load(seconds);
    const total = everything() - totalBefore;
    const after = webCpu();
    return {
      createsPerSecond: result['2xx'] / result.duration,
      createsPerWebCpuSecond: result['2xx'] / (after.process - before.process),
      createsPerServingCpuSecond: result['2xx'] / (after.serving - before.serving),
      createsPerTotalCpuSecond: result['2xx'] / total,
      p50Ms: result.latency.p50,
      p99Ms: result.latency.p99,
      refused: result.non2xx + result.errors,
    };
  } finally {
    for (const child of web) child.kill('SIGKILL');
    await Promise.all([postgres.stop(), redis.stop()]);
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeKey(url: string): Promise<string> {
  const database = createDatabase({ url, poolMax: 2 });
  try {
    const { id } = await database.client.user.create({ data: { name: 'bench', email: 'bench@example.com' } });
    const workspaceId = await database.workspaces.createPersonal({ id, name: 'bench' });
    const issued = await issueApiKey(database.apiKeys, {
      userId: id,
      workspaceId,
      name: 'bench',
      scopes: ['links:write'],
      expiresAt: null,
    });
    return issued.secret;
  } finally {
    await database.close();
  }
}

function ready(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('message', (message) => {
      resolve((message as { url: string }).url);
    });
    server.once('exit', (code) => {
      reject(new Error(`the web app ended with ${code} before it was ready`));
    });
  });
}

/** CPU of a process and, where it is not our own, of its children: PostgreSQL works in those. */
function treeCpuSeconds(pid: number): number {
  const own = cpuSeconds(pid).process;
  if (pid === process.pid) return own;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1')
    .trim()
    .split(' ')
    .filter(Boolean);
  return children.reduce((sum, child) => sum + treeCpuSeconds(Number(child)), own);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const reading = await measureCreates(Number(process.argv[2] ?? 10), Number(process.argv[3] ?? 32));
  console.log(JSON.stringify(reading));
}
