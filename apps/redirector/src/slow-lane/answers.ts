import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Page, PageRequest } from '../compose/page.ts';
import type { PageKind } from '../compose/texts.ts';
import type { FlatHeaders } from '../compose/redirect.ts';

export type Answer = (
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  kind: PageKind,
  extra?: FlatHeaders,
) => void;

const STATIC_MAX_AGE = 'public, max-age=86400';

/** Writes one of the pages; `node:http` leaves the body of a HEAD answer out, its length stays. */
export function createPageAnswer(pages: (kind: PageKind, request: PageRequest) => Page): Answer {
  return (req, res, status, kind, extra = []) => {
    const page = pages(kind, { accept: req.headers.accept, acceptLanguage: req.headers['accept-language'] });
    write(req, res, status, page.body, [
      'Content-Type',
      page.contentType,
      'Content-Language',
      page.language,
      'Cache-Control',
      'no-store',
      'Vary',
      'Accept, Accept-Language',
      'X-Content-Type-Options',
      'nosniff',
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'Referrer-Policy',
      'no-referrer',
      ...extra,
    ]);
  };
}

const FAVICON = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#2f5d50"/>' +
    '<path d="M9 16h12m-5-6 6 6-6 6" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>',
);
const ROBOTS = Buffer.from('User-agent: *\nDisallow:\n');

export function answerFavicon(req: IncomingMessage, res: ServerResponse): void {
  write(req, res, 200, FAVICON, ['Content-Type', 'image/svg+xml', 'Cache-Control', STATIC_MAX_AGE]);
}

export function answerRobots(req: IncomingMessage, res: ServerResponse): void {
  const headers = ['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', STATIC_MAX_AGE];
  write(req, res, 200, ROBOTS, headers);
}

export function answerJson(req: IncomingMessage, res: ServerResponse, status: number, value: unknown): void {
  const body = Buffer.from(`${JSON.stringify(value)}\n`);
  write(req, res, status, body, ['Content-Type', 'application/json', 'Cache-Control', 'no-store']);
}

function write(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  body: Buffer,
  headers: FlatHeaders,
): void {
  res.writeHead(status, [...headers, 'Content-Length', String(body.length)]);
  if (req.method === 'HEAD') res.end();
  else res.end(body);
}
