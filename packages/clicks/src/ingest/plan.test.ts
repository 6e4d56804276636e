import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planBatches, type StreamRecord } from './plan.ts';

const record = (offset: number, lines = 1): StreamRecord => ({
  offset,
  value: Array.from({ length: lines }, (_, line) => `${offset}.${line}`).join('\n'),
});
const bounds = (
  records: readonly StreamRecord[],
  position: Parameters<typeof planBatches>[0],
  maxRows = 10,
) =>
  planBatches(position, records, maxRows).batches.map(({ first, last, replay }) => ({ first, last, replay }));

describe('cutting a stream into batches', () => {
  it('closes a batch at the first record that brings it to the limit of rows', () => {
    const records = [record(0, 6), record(1, 6), record(2, 6), record(3, 1)];
    expect(bounds(records, { committed: 0, intent: null })).toEqual([
      { first: 0, last: 1, replay: false },
      { first: 2, last: 3, replay: false },
    ]);
  });

  it('repeats an announced batch exactly, whatever the limit says, before anything else', () => {
    const records = [record(5, 9), record(6, 9), record(7, 9), record(8, 1)];
    expect(bounds(records, { committed: 5, intent: 7 })).toEqual([
      { first: 5, last: 7, replay: true },
      { first: 8, last: 8, replay: false },
    ]);
  });

  it('waits until all of an announced batch is there', () => {
    const plan = planBatches({ committed: 5, intent: 7 }, [record(5), record(6)], 10);
    expect(plan.batches).toEqual([]);
    expect(plan.rest.map(({ offset }) => offset)).toEqual([5, 6]);
  });

  it('gives an announced batch up to what is left of it when its end has been deleted', () => {
    expect(bounds([record(5), record(9)], { committed: 5, intent: 7 })).toEqual([
      { first: 5, last: 7, replay: true },
      { first: 8, last: 9, replay: false },
    ]);
  });

  it('leaves out what is counted already', () => {
    expect(bounds([record(1), record(2), record(3)], { committed: 3, intent: null })).toEqual([
      { first: 3, last: 3, replay: false },
    ]);
  });

  it('covers every record once, in order, with batches that follow one another', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 20 })), {
          maxLength: 40,
        }),
        fc.integer({ min: 1, max: 30 }),
        (steps, maxRows) => {
          let offset = -1;
          const records = steps.map(([gap, lines]) => record((offset += gap), lines));
          const { batches, rest } = planBatches({ committed: 0, intent: null }, records, maxRows);
          expect(rest).toEqual([]);
          expect(batches.flatMap((batch) => batch.records)).toEqual(records);
          batches.forEach((batch, index) => {
            expect(batch.first).toBe((batches[index - 1]?.last ?? -1) + 1);
            expect(batch.last).toBe(batch.records.at(-1)?.offset);
          });
        },
      ),
    );
  });
});
