import { createServer, type Server, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** A dependency of the worker: whether it answers at the moment; `off` for one that this worker has no use for. */
export type Check = 'off' | (() => boolean | Promise<boolean>);

export interface HealthOptions {
  readonly checks: Readonly<Record<string, Check>>;
  /** A check that has said nothing after this long counts as failed. Default 1,000. */
  readonly checkMs?: number;
  readonly metrics: () => Promise<{ readonly contentType: string; readonly body: string }>;
}

/**
 * `/healthz` (the process lives), `/readyz` (200, or 503 with what is degraded) and `/metrics`. HEAD answers like GET, and
 * each answer has one Content-Length (C080).
 */
export function createHealthServer({ checks, checkMs = 1_000, metrics }: HealthOptions): Server {
  const readiness = async (): Promise<{ status: number; body: string }> => {
    const entries = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [
        name,
        check === 'off' ? check : await within(checkMs, check),
      ]),
    );
    const states = Object.fromEntries(entries) as Record<string, boolean | 'off'>;
    const isReady = Object.values(states).every((state) => state !== false);
    return { status: isReady ? 200 : 503, body: `${JSON.stringify({ ready: isReady, ...states })}\n` };
  };

  const answer = async (path: string, response: ServerResponse): Promise<void> => {
    if (path === '/healthz') return send(response, 200, 'text/plain; charset=utf-8', 'ok\n');
    if (path === '/readyz') {
      const { status, body } = await readiness();
      return send(response, status, 'application/json', body);
    }
    if (path === '/metrics') {
      const { contentType, body } = await metrics();
      return send(response, 200, contentType, body);
    }
    send(response, 404, 'text/plain; charset=utf-8', 'not found\n');
  };

  return createServer((request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      return send(response, 405, 'text/plain; charset=utf-8', 'method not allowed\n');
    }
    answer(request.url?.split('?')[0] ?? '/', response).catch(() =>
      send(response, 500, 'text/plain; charset=utf-8', 'internal error\n'),
    );
  });
}

/** A server that accepts and never answers would hold a check, and whoever asks us, for as long as it hangs. */
async function within(ms: number, check: Exclude<Check, 'off'>): Promise<boolean> {
  const done = new AbortController();
  const tooLate = wait(ms, false, { signal: done.signal }).catch(() => false);
  const answer = Promise.resolve()
    .then(check)
    .catch(() => false);
  return Promise.race([answer, tooLate]).finally(() => done.abort());
}

function send(response: ServerResponse, status: number, contentType: string, body: string): void {
  response
    .writeHead(status, {
      'Content-Type': contentType,
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
    })
    .end(body);
}
