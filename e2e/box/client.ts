import { request } from 'node:http';
import { until } from './poll.ts';
import type { Endpoints } from './box.ts';

/** What a server answered, byte for byte. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A link as the REST API shows it; only what the tests look at. */
export interface RestLink {
  code: string;
  short_url: string;
  long_url: string;
  expires_at: string | null;
  created_at: string;
}

export interface RestStats {
  code: string;
  total_clicks: number;
  clicks_last_24h: number;
  bot_clicks: number;
  top_countries: { country_code: string; clicks: number }[];
  last_updated: string;
}

const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Safari/537.36';

/**
 * Sends one request whose path goes out exactly as given (`fetch` would tidy it up).
 * @param path begins with /; may hold any ASCII
 */
export function send(
  base: string,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  const { hostname, port } = new URL(base);
  const { method = 'GET', headers = {}, body } = options;
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, method, headers, agent: false }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (chunk: string) => {
        text += chunk;
      });
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: text }),
      );
      incoming.on('error', reject);
    });
    outgoing.setTimeout(15_000, () =>
      outgoing.destroy(new Error(`${method} ${path}: no answer within 15 s`)),
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** A program with an API key (or without), and a visitor, in front of one box. */
export function clientOf(endpoints: Endpoints, apiKey?: string) {
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    send(endpoints.web, `/api/v1${path}`, {
      method,
      headers: {
        ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });

  const visit = (path: string, options: { method?: string; headers?: Record<string, string> } = {}) =>
    send(endpoints.redirector, path, { ...options, headers: { 'user-agent': BROWSER, ...options.headers } });

  /** Creates a link that must be accepted. */
  const create = async (body: Record<string, unknown>): Promise<RestLink> => {
    const answer = await call('POST', '/links', body);
    if (answer.status !== 201) throw new Error(`POST /links: ${answer.status} ${answer.body}`);
    return JSON.parse(answer.body) as RestLink;
  };
  /** The Location that a visitor of a new link to this URL gets. */
  const locationOf = async (longUrl: string): Promise<string | undefined> => {
    const { code } = await create({ long_url: longUrl });
    const { status, headers } = await visit(`/${code}`);
    if (status !== 302) throw new Error(`GET /${code}: ${status}`);
    return headers['location'] as string | undefined;
  };
  const stats = async (code: string): Promise<RestStats> =>
    JSON.parse((await call('GET', `/links/${code}/stats`)).body) as RestStats;

  return {
    call,
    visit,
    create,
    locationOf,
    stats,
    /** Waits for the clicks to be counted. */
    untilCounted: (code: string, clicks: number, timeoutMs: number) =>
      until(
        `${clicks} clicks in the stats`,
        () => stats(code),
        ({ total_clicks }) => total_clicks === clicks,
        timeoutMs,
      ),
  };
}

/** The fields that a 400 complains about. */
export function badFields({ status, body }: Answer): string[] {
  if (status !== 400) throw new Error(`not a 400: ${status} ${body}`);
  return (JSON.parse(body) as { errors: { field: string }[] }).errors.map(({ field }) => field);
}
