import { createServer, type Server, type ServerResponse } from 'node:http';

/** A dependency of the worker: whether it answers at the moment. */
type Check = () => boolean | Promise<boolean>;

export interface HealthOptions {
  readonly checks: Readonly<Record<string, Check>>;
  readonly metrics: () => Promise<{ readonly contentType: string; readonly body: string }>;
}

/**
 * `/healthz` (the process lives), `/readyz` (200, or 503 with what is degraded) and `/metrics`. HEAD answers like GET, and
 * each answer has one Content-Length (C080).
 */
export function createHealthServer({ checks, metrics }: HealthOptions): Server {
  const readiness = async (): Promise<{ status: number; body: string }> => {
    const entries = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [
        name,
        await Promise.resolve(check()).catch(() => false),
      ]),
    );
    const states = Object.fromEntries(entries) as Record<string, boolean>;
    const isReady = Object.values(states).every(Boolean);
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

function send(response: ServerResponse, status: number, contentType: string, body: string): void {
  response
    .writeHead(status, {
      'Content-Type': contentType,
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
    })
    .end(body);
}
