import { pathToFileURL } from 'node:url';
import { hasNginx, serveNginx } from './nginx.ts';
import { BASELINE, pair, type Reading } from './pair.ts';
import { serve, type Served } from './processes.ts';
import { variants } from './variants.ts';
import { openWorld, type World } from './world.ts';

const REDIRECTOR = new URL('../../apps/redirector/dist/main.js', import.meta.url).pathname;

interface Row {
  readonly name: string;
  readonly readings: readonly Reading[];
}

export interface BenchOptions {
  /** How often everything is measured; the table gives the median. */
  readonly rounds?: number;
  /** Answers that each reading counts. */
  readonly requests?: number;
  /** Only the variants whose name contains this. */
  readonly only?: string;
}

/** Measures the redirector (design/performance.md) and prints a table. Takes about 20 s a line and round. */
export async function benchRedirector(options: BenchOptions = {}): Promise<void> {
  const { rounds = 3, requests = 60_000, only = '' } = options;
  const world = await openWorld();
  try {
    const rows: Row[] = [];
    for (const { name, run } of measurements(world, requests).filter((one) => one.name.includes(only))) {
      const readings: Reading[] = [];
      for (let round = 0; round < rounds; round += 1) readings.push(await run());
      const row = { name, readings };
      rows.push(row);
      print(line(row));
    }
    print(`\n${table(rows)}`);
  } finally {
    await world.close();
  }
}

function measurements(world: World, requests: number): { name: string; run: () => Promise<Reading> }[] {
  const codes = world.codes.links;
  const baselinePaths = world.paths('links');
  const base = { baselineCodes: codes, baselinePaths, warmRequests: requests / 2, requests };
  const baseline = (): Promise<Served> => serve(BASELINE, { CODES: JSON.stringify(codes) });
  const list = [
    {
      name: 'the baseline against itself (checks the method)',
      run: () => pair({ ...base, paths: baselinePaths, start: baseline }),
    },
    ...variants.map((variant) => ({
      name: variant.name,
      run: async () => {
        if (variant.paths === 'many links' && variant.redis) await world.warmRedis();
        const start = () => serve(REDIRECTOR, world.environment(variant));
        const reading = await pair({ ...base, paths: world.paths(variant.paths), start });
        check(variant.status, reading);
        return reading;
      },
    })),
  ];
  if (hasNginx) {
    list.push({
      name: 'nginx `return 302`',
      run: () => pair({ ...base, paths: baselinePaths, start: () => serveNginx(world.folder) }),
    });
  }
  return list;
}

/** A benchmark of wrong answers is worth nothing. */
function check(status: 'redirect' | 'not found', { load }: Reading): void {
  const wrong = status === 'redirect' ? load.refused : load.requests - load.refused;
  if (load.errors > 0 || wrong > 0) {
    print(`  (of ${load.requests} answers ${wrong} had another status, ${load.errors} failed)`);
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN;
}

function line({ name, readings }: Row): string {
  const all = readings
    .map(({ servingRatio, processRatio }) => `${servingRatio.toFixed(2)}/${processRatio.toFixed(2)}`)
    .join('  ');
  return `${name.padEnd(60)} ${all}`;
}

function table(rows: readonly Row[]): string {
  const lines = rows.map(({ name, readings }) => {
    const of = (pick: (reading: Reading) => number) => median(readings.map(pick));
    return [
      name,
      of((reading) => reading.servingRatio).toFixed(2),
      of((reading) => reading.processRatio).toFixed(2),
      String(Math.round(of((reading) => reading.serving))),
      `${of((reading) => reading.memoryMb)} MB`,
    ];
  });
  return [
    [
      'per CPU-second, browser headers, 32 connections',
      'serving thread',
      'whole process',
      'requests',
      'memory',
    ],
    ['---', '---', '---', '---', '---'],
    ...lines,
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [rounds, only] = process.argv.slice(2);
  await benchRedirector({
    ...(rounds === undefined ? {} : { rounds: Number(rounds) }),
    ...(only === undefined ? {} : { only }),
  });
}
