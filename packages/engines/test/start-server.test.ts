import { once } from 'node:events';
import { createServer } from 'node:http';
import { writeFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { EngineError } from '../src/engine.ts';
import { openLog } from '../src/process/log-file.ts';
import { isRunning } from '../src/process/owner-file.ts';
import { startServer, type ServerSpec } from '../src/process/start-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const listen = `require('node:http').createServer((q, a) => a.end('ok')).listen(+process.argv[1], '127.0.0.1');`;

/** A stand-in for an engine: a node process that runs `code` with the port as its argument. */
function standIn(code: string, more: Partial<ServerSpec> = {}): ServerSpec {
  return {
    name: 'redis',
    dataDir: join(temporaryFolder(), 'data'),
    stopBy: 'TERM',
    graceMs: 500,
    readyMs: 20_000,
    url: (port) => `http://127.0.0.1:${port}`,
    check: async (port) => void (await (await fetch(`http://127.0.0.1:${port}`)).text()),
    command: (port) => ({ file: process.execPath, args: ['-e', code, String(port)] }),
    ...more,
  };
}

async function start(spec: ServerSpec) {
  const engine = await startServer(spec);
  onTestFinished(() => engine.kill());
  return engine;
}

describe('starting a server', () => {
  it('takes another free port when its own was taken in between', async () => {
    const marker = join(temporaryFolder(), 'tried');
    const collideOnce = `const fs = require('node:fs'); if (!fs.existsSync(${JSON.stringify(marker)})) {
      fs.writeFileSync(${JSON.stringify(marker)}, process.argv[1]); throw new Error('bind: Address already in use'); } ${listen}`;
    const engine = await start(standIn(collideOnce));
    expect(existsSync(marker)).toBe(true);
    expect(String(engine.port)).not.toBe(readFileSync(marker, 'utf8'));
    expect(await (await fetch(engine.url)).text()).toBe('ok');
  });

  it('tells the end of the log when the server ends at once, without lines of earlier starts', async () => {
    const spec = standIn(`console.error('no space left'); process.exit(3)`);
    const logDir = join(spec.dataDir, '../logs');
    const log = openLog(logDir, 'redis');
    writeFileSync(log.path, 'an old line\n');
    log.close();
    const failure = await startServer(spec).catch((error: unknown) => error as EngineError);
    expect(failure).toBeInstanceOf(EngineError);
    expect((failure as EngineError).message).toMatch(/ended before it answered.*no space left/s);
    expect((failure as EngineError).message).not.toContain('an old line');
  });

  it('gives up on a server that never answers, and leaves nothing running', async () => {
    const file = join(temporaryFolder(), 'pid');
    const code = `require('node:fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1e3)`;
    const silent = standIn(code, { readyMs: 1_500, check: () => Promise.reject(new Error('not yet')) });
    await expect(startServer(silent)).rejects.toThrow('did not answer in 1500 ms');
    const pid = Number(readFileSync(file, 'utf8'));
    expect(pid).toBeGreaterThan(0);
    expect(isRunning(pid)).toBe(false);
  });

  it('tries again after a passing trouble', async () => {
    const marker = join(temporaryFolder(), 'tried');
    const trouble = `const fs = require('node:fs'); if (!fs.existsSync(${JSON.stringify(marker)})) {
      fs.writeFileSync(${JSON.stringify(marker)}, ''); console.error('still locked'); process.exit(1); } ${listen}`;
    const engine = await start(standIn(trouble, { passing: /still locked/ }));
    expect(isRunning(engine.pid)).toBe(true);
  });

  it('ends a server that ignores the graceful way after its time', async () => {
    const engine = await start(standIn(`process.on('SIGTERM', () => {}); ${listen}`));
    const started = performance.now();
    await engine.stop();
    expect(await engine.exited).toBe(null);
    expect(performance.now() - started).toBeGreaterThanOrEqual(450);
    await engine.stop();
    await engine.kill();
  });

  it('ends a server that was suspended (SIGSTOP), which hears no signal but SIGKILL', async () => {
    const engine = await start(standIn(listen));
    process.kill(engine.pid, 'SIGSTOP');
    await engine.stop();
    expect(await engine.exited).toBe(null);
    expect(isRunning(engine.pid)).toBe(false);
  });

  it('waits 10 s at most where nothing else is said', async () => {
    const { graceMs: _graceMs, ...spec } = standIn(`process.on('SIGTERM', () => {}); ${listen}`);
    const engine = await start(spec);
    const later = globalThis.setTimeout;
    const waits: (number | undefined)[] = [];
    const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation((end: () => void, ms?: number) => {
      waits.push(ms);
      return later(end, ms === 10_000 ? 0 : ms);
    });
    onTestFinished(() => void timers.mockRestore());
    await engine.stop();
    expect(await engine.exited).toBe(null);
    expect(waits).toContain(10_000);
  });

  it('reports the exit code of a server that ends by itself', async () => {
    const engine = await start(standIn(`${listen} setTimeout(() => process.exit(7), 300)`));
    expect(await engine.exited).toBe(7);
  });

  it('refuses a wanted port that another program listens on', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    await expect(startServer(standIn(listen, { port }))).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is in use`,
    );
  });
});

describe('a log', () => {
  it('is moved aside when it is over its bound, and appended to otherwise', () => {
    const folder = temporaryFolder();
    const first = openLog(folder, 'kafka', 100);
    writeFileSync(first.fd, 'x'.repeat(90));
    first.close();
    const second = openLog(folder, 'kafka', 100);
    writeFileSync(second.fd, 'y'.repeat(90));
    second.close();
    expect(statSync(second.path).size).toBe(180);
    const third = openLog(folder, 'kafka', 100);
    writeFileSync(third.fd, 'z\n');
    expect(third.tail()).toBe('z');
    third.close();
    expect(readFileSync(third.path, 'utf8')).toBe('z\n');
    expect(statSync(`${third.path}.1`).size).toBe(180);
  });
});
