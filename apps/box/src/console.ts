import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

const KEEP_BYTES = 10 * 1024 * 1024;
const levels: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: '',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};
/** Fields that every line carries and that say nothing on a console of one box. */
const silent = new Set(['level', 'time', 'pid', 'hostname', 'name', 'app', 'service', 'region', 'msg']);

/** Prints what the parts of a box say, each line with its part's name, and keeps it in `logs/<part>.log`. */
export interface BoxConsole {
  say: (line: string) => void;
  /** For the lines of one app. */
  linesOf: (app: string) => (line: string) => void;
}

/** @param write prints a line on the terminal */
export function createConsole(logDir: string, write: (line: string) => void): BoxConsole {
  mkdirSync(logDir, { recursive: true });
  return {
    say: (line) => write(`${'box'.padEnd(11)}${line}`),
    linesOf: (app) => {
      const path = join(logDir, `${app}.log`);
      if (existsSync(path) && statSync(path).size > KEEP_BYTES) renameSync(path, `${path}.1`);
      return (line) => {
        appendFileSync(path, `${line}\n`);
        write(`${app.padEnd(11)}${compact(line)}`);
      };
    },
  };
}

/** One structured log line as people read it: `warn clicks are dropped count=3`; any other line as it is. */
export function compact(line: string): string {
  const entry = parseEntry(line);
  if (entry === null) return line;
  const fields = Object.entries(entry)
    .filter(([name]) => !silent.has(name))
    .map(([name, value]) => `${name}=${short(value)}`);
  const level = levels[Number(entry['level'])] ?? '';
  return [level, entry['msg'], ...fields].filter((part) => part !== undefined && part !== '').join(' ');
}

/** An error's message is enough on the console: the file has its stack. */
function short(value: unknown): string {
  if (typeof value === 'string') return value;
  const { message } = (value ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : JSON.stringify(value);
}

function parseEntry(line: string): Record<string, unknown> | null {
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return null;
  }
}
