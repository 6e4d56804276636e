import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { EngineError, type Engine, type StartOptions } from '../engine.ts';
import { startServer } from '../process/start-server.ts';
import { findRedis } from './redis-program.ts';

/** Settings of redis-server beyond those that every server of ours has. */
export type RedisSettings = Readonly<Record<string, string>>;

/**
 * Starts one redis-server on 127.0.0.1 with these settings.
 * @throws EngineError where the machine has none, or it does not come up
 */
export async function startRedisServer(options: StartOptions, settings: RedisSettings): Promise<Engine> {
  const program = findRedis();
  if (program === null) {
    throw new EngineError(
      'redis',
      'redis-server is not on the PATH. Debian: apt-get install redis-server; macOS: brew install redis.',
    );
  }
  const dataDir = resolve(options.dataDir);
  const durable = options.durable ?? true;
  mkdirSync(dataDir, { recursive: true });
  return startServer({
    name: 'redis',
    dataDir,
    port: options.port,
    logDir: options.logDir,
    stopBy: 'TERM',
    readyMs: 30_000,
    url: (port) => `redis://127.0.0.1:${port}`,
    check: ping,
    command: (port) => ({
      file: program,
      args: Object.entries({
        port: String(port),
        bind: '127.0.0.1',
        dir: dataDir,
        daemonize: 'no',
        save: '',
        appendonly: durable ? 'yes' : 'no',
        appendfsync: 'everysec',
        ...settings,
      }).flatMap(([key, value]) => [`--${key}`, value]),
    }),
  });
}

/** Resolves when the server says PONG; while it still loads its file it says LOADING. */
function ping(port: number): Promise<void> {
  return new Promise((done, fail) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write('PING\r\n'));
    socket.setTimeout(2_000, () => socket.destroy(new Error('no answer')));
    socket.once('error', fail);
    socket.once('data', (answer) => {
      socket.destroy();
      if (answer.toString().startsWith('+PONG')) done();
      else fail(new Error(answer.toString()));
    });
  });
}
