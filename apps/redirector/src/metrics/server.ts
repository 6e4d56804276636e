import { createServer, type Server } from 'node:http';

/** `/metrics` on a port of its own (RED-8), so that it is never reachable where visitors are. */
export function createMetricsServer(
  read: () => Promise<{ readonly contentType: string; readonly body: string }>,
): Server {
  return createServer((req, res) => {
    if (req.url?.split('?')[0] !== '/metrics') {
      res.writeHead(404, { 'Content-Length': 0 }).end();
      return;
    }
    read().then(
      ({ contentType, body }) => res.writeHead(200, { 'Content-Type': contentType }).end(body),
      () => res.writeHead(500, { 'Content-Length': 0 }).end(),
    );
  });
}
