import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { mkdirSync } from 'node:fs';
import { EngineError, PortInUseError, type Engine, type EngineName } from '../engine.ts';
import { freePort, isPortFree } from './free-port.ts';
import { spawnGuarded, type Command, type Guarded, type StopBy } from './guard.ts';
import { openLog, type LogFile } from './log-file.ts';
import { DataDirInUseError, recordOwner, waitForDataDir } from './owner-file.ts';

/** All that differs between the engines. */
export interface ServerSpec {
  name: EngineName;
  dataDir: string;
  port?: number | undefined;
  logDir?: string | undefined;
  /** Makes the command for a port; called again with another port after a collision. */
  command: (port: number) => Command | Promise<Command>;
  stopBy: StopBy;
  /** Time for a graceful end before SIGKILL. Default 10 s. */
  graceMs?: number;
  /** Time until the first good health check. */
  readyMs: number;
  /** Resolves when the server answers; rejects or hangs otherwise (each call gets `signal`'s 2 s at most). */
  check: (port: number) => Promise<void>;
  /** Pause between health checks, default 25 ms. */
  checkEveryMs?: number;
  url: (port: number) => string;
  /** Log lines of a failed start that only need another try after a moment. */
  passing?: RegExp;
}

/**
 * Whoever presses Ctrl-C waits for the slowest engine, and one that is stopped or stuck never ends by itself. What each has
 * acknowledged outlives SIGKILL; that only costs its next start a recovery.
 */
const GRACE_MS = 10_000;

const COLLISION = /address already in use|EADDRINUSE|could not bind|bind: |BindException/i;

/**
 * Starts a server and waits until it answers. A collision on a port that we chose is tried again with another one;
 * a wanted port that is taken is a PortInUseError; every other failure carries the log's last lines.
 */
export async function startServer(spec: ServerSpec): Promise<Engine> {
  const dataDir = resolve(spec.dataDir);
  mkdirSync(dirname(dataDir), { recursive: true });
  const deadline = Date.now() + spec.readyMs;
  const graceMs = spec.graceMs ?? GRACE_MS;
  await waitForDataDir(dataDir, graceMs + 5_000).catch((error: unknown) => {
    if (error instanceof DataDirInUseError) throw new EngineError(spec.name, error.message);
    throw error;
  });
  for (let collisions = 0; ;) {
    const port = spec.port ? await wantedPort(spec.name, spec.port) : await freePort();
    const command = await spec.command(port);
    const log = openLog(spec.logDir ?? join(dirname(dataDir), 'logs'), spec.name);
    const server = await spawnGuarded(command, spec.stopBy, log.fd, graceMs);
    recordOwner(dataDir, server.pid);
    const outcome = await firstAnswer(spec, server, port, deadline);
    if (outcome === 'ready') return engineOf(spec, server, port, log);
    await server.kill();
    const tail = log.tail();
    log.close();
    if (outcome === 'ended' && spec.passing?.test(tail) && Date.now() < deadline) {
      await sleep(200);
      continue;
    }
    if (outcome === 'ended' && COLLISION.test(tail)) {
      if (spec.port) throw new PortInUseError(spec.name, port);
      if ((collisions += 1) < 5) continue;
    }
    const what = outcome === 'ended' ? 'ended before it answered' : `did not answer in ${spec.readyMs} ms`;
    throw new EngineError(spec.name, `${spec.name} ${what}. The end of ${log.path}:\n${tail}`);
  }
}

async function wantedPort(name: EngineName, port: number): Promise<number> {
  for (let tries = 0; tries < 20; tries += 1) {
    if (await isPortFree(port)) return port;
    await sleep(50); // a predecessor's socket may need a moment
  }
  throw new PortInUseError(name, port);
}

async function firstAnswer(
  spec: ServerSpec,
  server: Guarded,
  port: number,
  deadline: number,
): Promise<'ready' | 'ended' | 'late'> {
  let ended = false;
  const end = server.exited.then(() => {
    ended = true;
  });
  while (!ended && Date.now() < deadline) {
    const answered = await Promise.race([
      spec.check(port).then(
        () => true,
        () => false,
      ),
      end.then(() => false),
      sleep(2_000, false, { ref: false }),
    ]);
    if (answered && !ended) return 'ready';
    if (!ended) await Promise.race([sleep(spec.checkEveryMs ?? 25), end]);
  }
  return ended ? 'ended' : 'late';
}

function engineOf(spec: ServerSpec, server: Guarded, port: number, log: LogFile): Engine {
  void server.exited.then(() => log.close());
  return {
    name: spec.name,
    url: spec.url(port),
    port,
    pid: server.pid,
    logFile: log.path,
    exited: server.exited,
    stop: () => server.stop(spec.graceMs ?? GRACE_MS),
    kill: () => server.kill(),
  };
}
