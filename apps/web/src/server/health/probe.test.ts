import { describe, expect, test } from 'vitest';
import { createProbe } from './probe.ts';

/** A question that is answered by hand. */
function byHand() {
  const asked: { answer: (value: string) => void; fail: (error: Error) => void; signal: AbortSignal }[] = [];
  const ask = (signal: AbortSignal) =>
    new Promise<string>((answer, fail) => {
      asked.push({ answer, fail, signal });
    });
  return { asked, ask };
}
const asynchronously = () => new Promise((resolve) => setImmediate(resolve));

describe('a probe (WEB-4)', () => {
  test('says what was answered and how long it took', async () => {
    let now = 100;
    const slowly = () => {
      now += 42;
      return Promise.resolve('PONG');
    };
    const probe = createProbe(slowly, { now: () => now });
    expect(await probe()).toEqual({ ms: 42, value: 'PONG' });
  });

  test('takes an error, also one that is thrown at once, for silence', async () => {
    expect(await createProbe(() => Promise.reject(new Error('refused')))()).toBe('silent');
    expect(
      await createProbe(() => {
        throw new Error('no socket');
      })(),
    ).toBe('silent');
  });

  test('waits no longer than its limit, and says so to the question', async () => {
    const { asked, ask } = byHand();
    expect(await createProbe(ask, { longestMs: 5 })()).toBe('silent');
    expect(asked[0]?.signal.aborted).toBe(true);
  });

  test('gives one answer to all who ask within a second', async () => {
    let asked = 0;
    let now = 0;
    const probe = createProbe(() => Promise.resolve((asked += 1)), { now: () => now });
    await Promise.all([probe(), probe(), probe()]);
    now = 999;
    expect(await probe()).toMatchObject({ value: 1 });
    now = 1_000;
    expect(await probe()).toMatchObject({ value: 2 });
  });

  test('asks no third time while two questions hang, and asks again when one has ended', async () => {
    const { asked, ask } = byHand();
    let now = 0;
    const probe = createProbe(ask, { longestMs: 5, now: () => (now += 1_000) });
    expect([await probe(), await probe(), await probe()]).toEqual(['silent', 'silent', 'silent']);
    expect(asked).toHaveLength(2);
    asked[0]?.fail(new Error('reset'));
    await asynchronously();
    const next = probe();
    await asynchronously();
    asked[2]?.answer('PONG');
    expect(await next).toMatchObject({ value: 'PONG' });
  });
});
