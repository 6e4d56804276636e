import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClickBuffer } from './buffer.ts';

const setUp = () => {
  const batches: [values: number, count: number][] = [];
  const buffer = createClickBuffer({ deliver: (clicks, count) => batches.push([clicks.length, count]) });
  const push = () => buffer.push('default\nabc\n', 1, 'UA', '', '', '127.0.0.1', 0);
  return { buffer, batches, push };
};

describe('the buffer of clicks', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('hands 500 clicks over at once (CLICK-2)', () => {
    const { batches, push, buffer } = setUp();
    for (let i = 0; i < 1_001; i += 1) push();
    expect(batches).toEqual([
      [3_500, 500],
      [3_500, 500],
    ]);
    expect(buffer.size).toBe(1);
  });

  it('lets no click wait for longer than 100 ms', () => {
    const { batches, push } = setUp();
    push();
    vi.advanceTimersByTime(99);
    push();
    expect(batches).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(batches).toEqual([[14, 2]]);
    vi.advanceTimersByTime(1_000);
    expect(batches).toHaveLength(1);
  });

  it('gives what it has when asked to, and nothing twice', () => {
    const { batches, push, buffer } = setUp();
    push();
    buffer.flush();
    buffer.flush();
    vi.advanceTimersByTime(1_000);
    expect(batches).toEqual([[7, 1]]);
  });
});
