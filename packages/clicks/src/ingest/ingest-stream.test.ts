import { encodeClicks } from '@brevia/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStreamIngest } from './ingest-stream.ts';
import type { StreamRecord } from './plan.ts';
import { START, type Position } from './position.ts';
import { readAgent } from './agent.ts';
import { testClick } from '../testing/clicks.ts';

const TABLES = 4;

class Crash extends Error {}

/** ClickHouse and the position store as they behave: durable, but an insert reaches its tables one after the other. */
class World {
  position: Position = START;
  tables = Array.from({ length: TABLES }, () => new Map<string, string>());
  dead: string[] = [];
  /** Step at which the worker dies next, counted down; Infinity: never. */
  fuse = Infinity;

  step(): void {
    if (--this.fuse < 0) throw new Crash();
  }

  insert(rows: string, token: string): void {
    for (const table of this.tables) {
      this.step();
      // The deduplication window: a known token is dropped, whatever is in it.
      if (!table.has(token)) table.set(token, rows);
    }
    this.step();
  }

  clicksOf(table: Map<string, string>): string[] {
    return [...table.values()].flatMap((rows) =>
      rows
        .trimEnd()
        .split('\n')
        .map((row) => (JSON.parse(row) as string[])[1] ?? ''),
    );
  }
}

const cells = (userAgent: string): string => JSON.stringify(Object.values(readAgent(userAgent))).slice(1, -1);

function ingestOf(world: World, maxRows: number, refuses: (rows: string) => boolean = () => false) {
  const stream = createStreamIngest(world.position, {
    source: { adapter: 'spool', stream: 'p-1', partition: 0 },
    rows: {
      insert: (rows, token) => {
        if (refuses(rows)) return Promise.reject(new Error('refused'));
        return Promise.resolve().then(() => world.insert(rows, token));
      },
      isRefusal: (error) => error instanceof Error && error.message === 'refused',
    },
    deadLetters: {
      put: (_source, letters) => {
        world.dead.push(...letters.map((letter) => letter.text));
        return Promise.resolve();
      },
    },
    observer: { inserted: () => undefined, retried: () => undefined, died: () => undefined },
    agentCells: cells,
    maxRows,
  });
  const visit = {
    positions: {
      announce: (first: number, last: number) =>
        Promise.resolve().then(() => {
          world.step();
          world.position = { committed: first, intent: last };
          world.step();
        }),
      commit: (next: number) =>
        Promise.resolve().then(() => {
          world.step();
          world.position = { committed: next, intent: null };
          world.step();
        }),
    },
    // A real pause ends with a rejection when the worker is to stop; here every failure is a crash.
    pause: () => Promise.reject(new Crash()),
  };
  return { stream, offer: (records: StreamRecord[]) => stream.offer(records, visit) };
}

describe('a stream of clicks on its way into ClickHouse (CLICK-3)', () => {
  it('counts each click once in every table, wherever the worker dies and however the stream is cut after that', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 30 }),
        fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 10 }),
        fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 6 }),
        async (sizes, fuses, chunks, limits) => {
          let id = 0;
          const expected: string[] = [];
          const records = sizes.map((size, offset) => {
            const clicks = Array.from({ length: size }, () => testClick({ code: `c${id++}` }));
            expected.push(...clicks.map((click) => click.code));
            return { offset, value: encodeClicks(clicks) };
          });
          const world = new World();
          for (let life = 0; ; life++) {
            world.fuse = fuses[life] ?? Infinity;
            // Each life of the worker fetches in other portions and has another limit of rows.
            const { stream, offer } = ingestOf(world, limits[life % limits.length] ?? 1);
            try {
              for (let turn = life; stream.next() < records.length; turn++) {
                const at = stream.next();
                await offer(records.slice(at, at + (chunks[turn % chunks.length] ?? 1)));
              }
              break;
            } catch (error) {
              if (!(error instanceof Crash)) throw error;
            }
          }
          for (const table of world.tables)
            expect(world.clicksOf(table).sort()).toEqual([...expected].sort());
          expect(world.position).toEqual({ committed: records.length, intent: null });
        },
      ),
      { numRuns: 300 },
    );
  });

  it('puts lines that are no clicks aside and goes on (CLICK-4)', async () => {
    const world = new World();
    const { offer } = ingestOf(world, 10);
    const good = encodeClicks([testClick({ code: 'good' })]).trimEnd();
    const ancient = encodeClicks([testClick({ code: 'old', ts: 1 })]).trimEnd();
    await offer([{ offset: 0, value: `nonsense\n${good}\n{"half":\n${ancient}\n` }]);
    expect(world.clicksOf(world.tables[0] ?? new Map<string, string>())).toEqual(['good']);
    expect(world.dead).toEqual(['nonsense', '{"half":', ancient]);
  });

  it('finds the clicks that ClickHouse refuses and inserts the rest, wherever the worker dies (CLICK-4)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 }),
        fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 6 }),
        async (poisoned, fuses) => {
          let id = 0;
          const good: string[] = [];
          const bad = new Set<string>();
          const records = poisoned.map((lines, offset) => {
            const clicks = lines.map((isBad) => testClick({ code: `${isBad ? 'poison' : 'good'}${id++}` }));
            for (const click of clicks) {
              if (click.code.startsWith('good')) good.push(click.code);
              else bad.add(encodeClicks([click]).trimEnd());
            }
            return { offset, value: encodeClicks(clicks) };
          });
          const world = new World();
          for (let life = 0; ; life++) {
            world.fuse = fuses[life] ?? Infinity;
            const { stream, offer } = ingestOf(world, 100, (rows) => rows.includes('"poison'));
            try {
              await offer(records.slice(stream.next()));
              break;
            } catch (error) {
              if (!(error instanceof Crash)) throw error;
            }
          }
          for (const table of world.tables) expect(world.clicksOf(table).sort()).toEqual([...good].sort());
          // A crash may repeat a letter.
          expect(new Set(world.dead)).toEqual(bad);
          expect(world.position).toEqual({ committed: records.length, intent: null });
        },
      ),
      { numRuns: 100 },
    );
  }, 60_000);
});
