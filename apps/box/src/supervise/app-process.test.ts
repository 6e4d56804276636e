import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startApp } from './app-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'brevia-app-'));
afterAll(() => rmSync(folder, { recursive: true }));

const READY = `process.send({ type: 'ready', url: 'http://127.0.0.1:1', metricsUrl: 'http://127.0.0.1:2/metrics' });`;
const DRAIN = `process.on('SIGTERM', () => { console.log('drained'); process.exit(0); });`;

function app(code: string, options: { readyMs?: number; graceMs?: number } = {}) {
  const entry = join(folder, `${Math.random().toString(36).slice(2)}.cjs`);
  writeFileSync(entry, `setInterval(() => {}, 1000); ${code}`);
  const lines: string[] = [];
  const started = startApp({
    name: 'web',
    args: [entry],
    cwd: folder,
    env: process.env,
    onLine: (line) => lines.push(line),
    readyMs: 20_000,
    graceMs: 20_000,
    ...options,
  });
  return { started, lines };
}

describe('an app that the box starts', () => {
  test('is there when it says so, and tells where its metrics are', async () => {
    const { started } = app(READY);
    const process_ = await started;
    expect(process_.metricsUrl).toBe('http://127.0.0.1:2/metrics');
    await process_.kill();
    expect(await process_.exited).toBe('SIGKILL');
  });

  test('that refuses its settings fails the start with what it printed', async () => {
    const { started } = app(
      `console.error('Wrong settings:'); console.error('  WEB_PORT: no number'); process.exit(1);`,
    );
    await expect(started).rejects.toThrow(/web: it ended \(exit code 1\)[\s\S]*WEB_PORT: no number/);
  });

  test('that never gets ready is ended', async () => {
    const { started } = app(`console.log('still thinking');`, { readyMs: 300 });
    await expect(started).rejects.toThrow('not ready within 0.3 s');
  });

  test('drains on stop, and its last lines still arrive', async () => {
    const { started, lines } = app(DRAIN + READY);
    const process_ = await started;
    await process_.stop();
    expect(lines).toEqual(['drained']);
    expect(await process_.exited).toBe('exit code 0');
  });

  test('that does not drain in time is killed', async () => {
    const { started } = app(`process.on('SIGTERM', () => {}); ${READY}`, { graceMs: 100 });
    const process_ = await started;
    await process_.stop();
    expect(await process_.exited).toBe('SIGKILL');
  });
});
