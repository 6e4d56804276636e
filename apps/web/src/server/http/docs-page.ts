import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
/** Files of swagger-ui-dist that the page needs, with their types. */
const ASSETS: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Brevia API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <link rel="icon" href="/docs/favicon-32x32.png">
  </head>
  <body>
    <main id="api"></main>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

// The address of the page, not the public one: "try it" works under whatever name the server was reached.
const START = `SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  persistAuthorization: false,
});
`;

/**
 * /docs: the API to read and try, served by ourselves without a request to anybody else.
 * @returns false when the path is not one of its own
 */
export async function answerDocs(path: string, response: ServerResponse): Promise<boolean> {
  const name = path.slice('/docs'.length).replace(/^\//, '');
  if (name === '') send(response, 'text/html; charset=utf-8', PAGE);
  else if (name === 'start.js') send(response, 'text/javascript; charset=utf-8', START);
  else {
    const type = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined;
    if (type === undefined) return false;
    const folder = dirname(require.resolve('swagger-ui-dist/package.json'));
    send(response, type, await readFile(join(folder, name)));
  }
  return true;
}

function send(response: ServerResponse, type: string, body: string | Buffer): void {
  response.writeHead(200, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'public, max-age=3600',
  });
  response.end(body);
}
