import { expect, test } from 'vitest';
import { createFleet } from './fleet.ts';
import type { Part } from './supervise/part.ts';

const supervision = { say: () => undefined, now: () => 0, wait: () => Promise.resolve() };

function partThat(note: (ended: string) => void, name: string): Part {
  let end: (reason: string) => void = () => undefined;
  const exited = new Promise<string>((resolve) => {
    end = resolve;
  });
  const stop = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    note(name);
    end('stopped');
  };
  return { exited, stop, kill: stop };
}

test('a fleet ends what serves first, then the worker, then the engines', async () => {
  const ended: string[] = [];
  const fleet = createFleet(supervision);
  const start = (name: string) => () => Promise.resolve(partThat((it) => ended.push(it), name));
  await fleet.start('engines', 'postgres', start('postgres'));
  await fleet.start('worker', 'worker', start('worker'));
  await fleet.start('serving', 'web', start('web'));
  await fleet.stop();
  expect([...new Set(ended)]).toEqual(['web', 'worker', 'postgres']);
});

test('a fleet also ends a part that is just being started, and forgets one that failed', async () => {
  const ended: string[] = [];
  const fleet = createFleet(supervision);
  await fleet.start('engines', 'kafka', () => Promise.reject(new Error('no java'))).catch(() => undefined);
  let arrive: () => void = () => undefined;
  const started = fleet.start(
    'serving',
    'web',
    () =>
      new Promise((resolve) => {
        arrive = () => resolve(partThat((it) => ended.push(it), 'web'));
      }),
  );
  const stopped = fleet.stop();
  arrive();
  await Promise.all([started, stopped]);
  expect(ended).toContain('web');
});
