import type { FlatHeaders } from './redirect.ts';

const REASONS = { 301: 'Moved Permanently', 302: 'Found' } as const;

/** Status line and headers as the wire wants them, up to where `node:http` would add the date. */
export function composeHead(status: 301 | 302, headers: FlatHeaders): string {
  let head = `HTTP/1.1 ${status} ${REASONS[status]}\r\n`;
  for (let i = 0; i < headers.length; i += 2) head += `${headers[i]}: ${headers[i + 1]}\r\n`;
  return head;
}

export interface Ending {
  /** The rest of an answer's head at `now` (milliseconds), as `node:http` ends one: date, connection, empty line. */
  at(now: number): string;
}

/** @param keepAliveMs how long an idle connection is kept; 0 when the connection closes after the answer */
export function createEnding(keepAliveMs: number): Ending {
  const connection =
    keepAliveMs > 0
      ? `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveMs / 1_000)}\r\n\r\n`
      : 'Connection: close\r\n\r\n';
  let second = -1;
  let text = '';
  return {
    at(now) {
      const current = Math.floor(now / 1_000);
      if (current !== second) {
        second = current;
        text = `Date: ${new Date(current * 1_000).toUTCString()}\r\n${connection}`;
      }
      return text;
    },
  };
}
