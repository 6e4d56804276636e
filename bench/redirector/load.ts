import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pinned } from './processes.ts';

/** What a browser sends with a navigation. */
const browserHeaders: Record<string, string> = {
  Connection: 'keep-alive',
  'Cache-Control': 'max-age=0',
  'sec-ch-ua': '"Chromium";v="142", "Not_A Brand";v="24"',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Linux"',
  'Upgrade-Insecure-Requests': '1',
  'User-Agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'Sec-Fetch-Site': 'cross-site',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-Dest': 'document',
  Referer: 'https://news.example.org/',
  'Accept-Encoding': 'gzip, deflate, br, zstd',
  'Accept-Language': 'en-GB,en;q=0.9,fr;q=0.8',
};

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly errors: number;
  /** Answers with a status of 400 or more. */
  readonly refused: number;
}

const hasWrk = existsSync('/usr/bin/wrk');

/**
 * Puts load on `url` from core 1, with wrk, or with autocannon where that is missing.
 * @param paths asked for one after the other, by every connection
 * @param options.thinkMs pause of each connection before each request; wrk only
 */
export async function load(
  url: string,
  paths: readonly string[],
  options: { seconds: number; connections?: number; thinkMs?: number; extra?: Record<string, string> },
): Promise<LoadResult> {
  const { seconds, connections = 32, thinkMs = 0, extra = {} } = options;
  const headers = { ...browserHeaders, ...extra };
  if (!hasWrk) return (await import('./autocannon.ts')).load(url, paths, { seconds, connections, headers });
  const script = join(mkdtempSync(join(tmpdir(), 'brevia-bench-')), 'load.lua');
  writeFileSync(script, lua(paths, headers, thinkMs));
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, url];
  const [program, programArgs] = pinned(1, 'wrk', args);
  const output = await run(program, programArgs);
  const last = output.trim().split('\n').at(-1) ?? '{}';
  return JSON.parse(last) as LoadResult;
}

function lua(paths: readonly string[], headers: Record<string, string>, thinkMs: number): string {
  const quoted = (text: string) => JSON.stringify(text);
  const assignments = Object.entries(headers).map(
    ([name, value]) => `wrk.headers[${quoted(name)}] = ${quoted(value)}`,
  );
  return `
${assignments.join('\n')}
local paths = { ${paths.map(quoted).join(', ')} }
local requests, at = {}, 0
function init()
  for i, path in ipairs(paths) do requests[i] = wrk.format('GET', path) end
end
function request()
  at = at % #requests + 1
  return requests[at]
end
${thinkMs > 0 ? `function delay() return ${thinkMs} end` : ''}
function done(summary, latency)
  local e = summary.errors
  io.write(string.format(
    '\\n{"requests":%d,"seconds":%.3f,"p50Ms":%.3f,"p99Ms":%.3f,"errors":%d,"refused":%d}\\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    e.connect + e.read + e.write + e.timeout, e.status))
end
`;
}

function run(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${program} ended with ${code}`)),
    );
  });
}
