import type { MessagePort } from 'node:worker_threads';
import type { Log } from '@brevia/clicks';

/** A line of the thread's log on its way to the process's one logger. */
export interface ThreadLogLine {
  readonly type: 'log';
  readonly level: 'info' | 'warn' | 'error';
  readonly details: Record<string, unknown>;
  readonly message: string;
}

/** Writes to the logger of the serving thread: two threads on one stream would mix their lines. */
export function createThreadLog(port: MessagePort): Log {
  const send =
    (level: ThreadLogLine['level']) =>
    (details: object, message: string): void => {
      port.postMessage({ type: 'log', level, details: cloneable(details), message } satisfies ThreadLogLine);
    };
  return { info: send('info'), warn: send('warn'), error: send('error') };
}

/** Errors lose their class and code in a structured clone, and functions make it throw. */
function cloneable(details: object): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(details) as [string, unknown][]) {
    if (value instanceof Error) plain[key] = `${value.name}: ${value.message}`;
    else if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) plain[key] = value;
    else plain[key] = JSON.stringify(value) ?? String(typeof value);
  }
  return plain;
}
