import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

/** Measurements of the web app in Prometheus' words. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'brevia_web_request_seconds',
    help: 'Time from the request to the end of its answer, by area and status class.',
    labelNames: ['area', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const problems = new Counter({
    name: 'brevia_web_problems_total',
    help: 'What failed without failing a request, and requests that failed on our side.',
    labelNames: ['what'] as const,
    registers: [registry],
  });
  return {
    registry,
    observe(area: string, status: number, seconds: number): void {
      requests.observe({ area, status: `${Math.floor(status / 100)}xx` }, seconds);
    },
    problem(what: string): void {
      problems.inc({ what });
    },
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

/** Answers GET /metrics, on a port that is not public (RED-8, RUN-4). */
export function createMetricsServer(metrics: Metrics): Server {
  return createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.registry.metrics().then(
      (text) => {
        response.writeHead(200, { 'Content-Type': metrics.registry.contentType }).end(text);
      },
      () => {
        response.writeHead(500).end();
      },
    );
  });
}
