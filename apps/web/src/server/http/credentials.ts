import type { IncomingMessage } from 'node:http';
import type { Credentials } from '../session.ts';

/** What of a request says who sends it. */
export function credentialsOf(request: IncomingMessage, clientAddress: string): Credentials {
  const { headers } = request;
  const fetchSite = headers['sec-fetch-site'];
  return {
    method: request.method ?? 'GET',
    host: headers.host,
    authorization: headers.authorization,
    cookie: headers.cookie,
    origin: headers.origin,
    fetchSite: typeof fetchSite === 'string' ? fetchSite : undefined,
    clientAddress,
  };
}
