import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { Engine, EngineName } from '../engine.ts';
import { installRedis, startClickHouse, startKafka, startPostgres, startRedis } from '../index.ts';
import type {} from './provided.ts';

const report = (line: string) => console.log(line);

const starts: Record<EngineName, (dataDir: string, workers: number) => Promise<Engine[]>> = {
  postgres: async (dataDir) => [await startPostgres({ dataDir, durable: false, maxConnections: 300 })],
  redis: async (dataDir, workers) => {
    await installRedis(report);
    const folders = Array.from({ length: workers }, (_, worker) => join(dataDir, String(worker)));
    return Promise.all(folders.map((folder) => startRedis({ dataDir: folder, durable: false })));
  },
  clickhouse: async (dataDir) => [await startClickHouse({ dataDir, durable: false })],
  kafka: async (dataDir) => [await startKafka({ dataDir, durable: false, report })],
};

/**
 * Vitest's global set-up of the project `engine`: starts all engines at once in a temporary folder and provides their
 * addresses; Redis once for each worker. Every engine is required: one that can't start fails the whole run, nothing is
 * skipped.
 * For quick local work `BREVIA_TEST_ENGINES=postgres,redis` starts those only.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const began = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'brevia-test-'));
  const workers = project.config.maxWorkers;
  const started = new Map<EngineName, Engine[]>();
  const tearDown = async () => {
    await Promise.all([...started.values()].flat().map((engine) => engine.kill()));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const outcomes = await Promise.allSettled(
    wanted().map(async (name) => started.set(name, await starts[name](join(folder, name), workers))),
  );
  const failures = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as Error] : [],
  );
  if (failures.length > 0) {
    const messages = failures.map((failure) => failure.message).join('\n\n');
    await tearDown();
    throw new Error(`The tests need every engine, and not all could be started.\n\n${messages}`);
  }
  const urls = (name: EngineName) => started.get(name)?.map((engine) => engine.url) ?? null;
  const url = (name: EngineName) => urls(name)?.[0] ?? null;
  project.provide('engines', {
    postgresUrl: url('postgres'),
    redisUrls: urls('redis'),
    clickhouseUrl: url('clickhouse'),
    kafkaBrokers: url('kafka'),
  });
  const names = [...started.keys()].join(', ');
  report(
    `Engines for the tests are ready after ${((performance.now() - began) / 1000).toFixed(1)} s: ${names}.`,
  );
  return tearDown;
}

function wanted(): EngineName[] {
  const all = Object.keys(starts) as EngineName[];
  const choice = process.env['BREVIA_TEST_ENGINES'];
  if (choice === undefined || choice === '') return all;
  const names = choice.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !all.includes(name as EngineName));
  if (unknown.length > 0)
    throw new Error(`BREVIA_TEST_ENGINES: unknown ${unknown.join(', ')}; known: ${all.join(', ')}.`);
  return all.filter((name) => names.includes(name));
}
