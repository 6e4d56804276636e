import { connect, createServer } from 'node:net';
import { SettingsError } from '@brevia/core/settings';
import type { Settings } from './settings.ts';

/** The ports that the apps of a box listen on; they stay the same when an app is started again. */
export interface Ports {
  web: number;
  redirector: number;
  metrics: { web: number; redirector: number; worker: number };
}

/**
 * Settles every port before anything starts: wanted ones are tried, and 0 becomes a free one.
 * @param freePort gives a port that nobody uses now
 * @throws SettingsError that names every port in use, with its setting
 */
export async function choosePorts(settings: Settings, freePort: () => Promise<number>): Promise<Ports> {
  const { HOST, WEB_PORT, REDIRECTOR_PORT, METRICS_PORT } = settings;
  const metrics = (offset: number) => (METRICS_PORT === 0 ? 0 : METRICS_PORT + offset);
  const wanted: [setting: string, port: number][] = [
    ['WEB_PORT', WEB_PORT],
    ['REDIRECTOR_PORT', REDIRECTOR_PORT],
    ['METRICS_PORT', metrics(0)],
    ['METRICS_PORT + 1', metrics(1)],
    ['METRICS_PORT + 2', metrics(2)],
  ];
  const problems = await Promise.all(wanted.map(([setting, port]) => portProblem(HOST, setting, port)));
  const found = problems.filter((problem) => problem !== null);
  if (found.length > 0) throw new SettingsError(found.join('\n'));

  const taken = new Set(wanted.map(([, port]) => port));
  const chosen: number[] = [];
  for (const [, port] of wanted) chosen.push(port === 0 ? await anotherPort(taken, freePort) : port);
  const [web, redirector, webMetrics, redirectorMetrics, workerMetrics] = chosen as [
    number,
    number,
    number,
    number,
    number,
  ];
  return {
    web,
    redirector,
    metrics: { web: webMetrics, redirector: redirectorMetrics, worker: workerMetrics },
  };
}

async function anotherPort(taken: Set<number>, freePort: () => Promise<number>): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (taken.has(port)) continue;
    taken.add(port);
    return port;
  }
}

async function portProblem(host: string, setting: string, port: number): Promise<string | null> {
  if (port === 0) return null;
  const code = (await answers(port)) ? 'EADDRINUSE' : await bindError(host, port);
  if (code === null) return null;
  if (code === 'EADDRINUSE') {
    return `Port ${port} (${setting}) is in use by another program: end that one, or set ${setting.split(' ')[0]} to another port (0 takes any free one).`;
  }
  return `Port ${port} (${setting}) can't be opened on ${host}: ${code}.`;
}

/** macOS lets two programs have one port when one listens on all addresses, so a bind alone does not tell. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

function bindError(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)));
  });
}
