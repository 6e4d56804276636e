import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestStore, type TestStore } from '../testing/store.ts';
import { estimateOf, PLACE, TRUSTED_VISITORS } from './sketch.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

const estimate = async (visitors: number): Promise<number> => {
  const [row] = await store.rows<{ people: number }>(
    `SELECT ${estimateOf(`groupBitmap(${PLACE})`)} AS people FROM
     (SELECT sipHash64(number) AS visitor FROM numbers(${visitors}))`,
  );
  return row?.people ?? 0;
};

it('visitors by the places they fill: exact when few, within 1 % up to a million, and never endless', async () => {
  for (const few of [0, 1, 2, 40, 100]) expect(await estimate(few)).toBe(few);
  for (const many of [3_000, 100_000, TRUSTED_VISITORS])
    expect(Math.abs((await estimate(many)) / many - 1)).toBeLessThan(0.01);
  expect(await estimate(10_000_000)).toBeGreaterThan(2_000_000);
});
