import { waitFor } from '@brevia/engines/testing';
import { expect, it } from 'vitest';
import { startHousekeeping } from './housekeeping.ts';

/** A store with `left` entries to sweep, of which each sweep takes as many as it may. */
function stage(left: number) {
  const sweeps: number[] = [];
  const lines: string[] = [];
  const state = { broken: false };
  return {
    sweeps,
    lines,
    state,
    deps: {
      everyMs: 5,
      idempotency: {
        sweep: (limit: number) => {
          if (state.broken) return Promise.reject(new Error('away'));
          const swept = Math.min(limit, left);
          left -= swept;
          sweeps.push(swept);
          return Promise.resolve(swept);
        },
      },
      leases: { acquire: () => Promise.resolve(true), release: () => Promise.resolve() },
      log: { info: () => undefined, warn: (_: object, message: string) => lines.push(message) },
    },
  };
}

it('sweeps in batches until nothing is left, then again after a while', async () => {
  const { deps, sweeps } = stage(2_500);
  const housekeeping = startHousekeeping(deps);
  await waitFor(() => sweeps.length >= 5);
  await housekeeping.stop();
  expect(sweeps.slice(0, 5)).toEqual([1_000, 1_000, 500, 0, 0]);
});

it('leaves it to the worker that holds the lease', async () => {
  let asked = 0;
  const { deps, sweeps } = stage(10);
  const leases = { ...deps.leases, acquire: () => Promise.resolve(++asked < 0) };
  const housekeeping = startHousekeeping({ ...deps, leases });
  await waitFor(() => asked >= 3);
  await housekeeping.stop();
  expect(sweeps).toEqual([]);
});

it('a store that is away ends nothing', async () => {
  const { deps, sweeps, lines, state } = stage(10);
  state.broken = true;
  const housekeeping = startHousekeeping(deps);
  await waitFor(() => lines.length > 0);
  state.broken = false;
  await waitFor(() => sweeps.length > 0);
  await housekeeping.stop();
  expect(sweeps[0]).toBe(10);
});
