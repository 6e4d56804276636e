import { describe, expect, test } from 'vitest';
import { keepAlive } from './keep-alive.ts';
import type { Part } from './part.ts';

/** A part under the test's hands: `end` is what a crash does. */
function fakePart() {
  let end: (reason: string) => void = () => undefined;
  const calls: string[] = [];
  const exited = new Promise<string>((resolve) => {
    end = resolve;
  });
  const finish = (how: string) => {
    calls.push(how);
    end(how);
    return Promise.resolve();
  };
  const part: Part = { exited, stop: () => finish('stop'), kill: () => finish('kill') };
  return { part, calls, end: (reason: string) => end(reason) };
}

/** A clock that moves only by waiting, and notes how long was waited. */
function fakeSupervision() {
  let time = 0;
  const said: string[] = [];
  const waits: number[] = [];
  return {
    said,
    waits,
    advance: (ms: number) => {
      time += ms;
    },
    supervision: {
      say: (line: string) => void said.push(line),
      now: () => time,
      wait: (ms: number) => {
        waits.push(ms);
        time += ms;
        return Promise.resolve();
      },
    },
  };
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('a part that is kept alive', () => {
  test('fails the start of the box when its very first start fails', async () => {
    const { supervision } = fakeSupervision();
    await expect(
      keepAlive('web', () => Promise.reject(new Error('WEB_URL is wrong')), supervision),
    ).rejects.toThrow('WEB_URL is wrong');
  });

  test('is started again when it ends, and said so', async () => {
    const lives = [fakePart(), fakePart()];
    const { supervision, said } = fakeSupervision();
    let started = 0;
    await keepAlive('redis', () => Promise.resolve(lives[started++]!.part), supervision);
    lives[0]!.end('SIGKILL');
    await settle();
    expect(started).toBe(2);
    expect(said).toEqual([
      'redis ended (SIGKILL); starting it again in 0.5 s.',
      'redis is back after 0.5 s.',
    ]);
  });

  test('waits twice as long after each failure, up to 30 s', async () => {
    const { supervision, waits } = fakeSupervision();
    const first = fakePart();
    const last = fakePart();
    let starts = 0;
    await keepAlive(
      'worker',
      () => {
        starts += 1;
        if (starts === 1) return Promise.resolve(first.part);
        return starts < 10 ? Promise.reject(new Error('no')) : Promise.resolve(last.part);
      },
      supervision,
    );
    first.end('exit code 1');
    await settle();
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  });

  test('goes on backing off while it crashes right after each start, and forgets that after a healthy minute', async () => {
    const { supervision, waits, advance } = fakeSupervision();
    const lives = Array.from({ length: 5 }, fakePart);
    let started = 0;
    await keepAlive('web', () => Promise.resolve(lives[started++]!.part), supervision);
    for (const life of lives.slice(0, 3)) {
      life.end('exit code 1');
      await settle();
    }
    advance(60_000);
    lives[3]!.end('exit code 1');
    await settle();
    expect(waits).toEqual([500, 1000, 2000, 500]);
  });

  test('is not started again once it was told to stop', async () => {
    const life = fakePart();
    const { supervision, said } = fakeSupervision();
    let started = 0;
    const kept = await keepAlive(
      'web',
      () => {
        started += 1;
        return Promise.resolve(life.part);
      },
      supervision,
    );
    await kept.stop();
    expect(life.calls).toContain('stop');
    expect({ started, said }).toEqual({ started: 1, said: [] });
  });

  test('that is being started again when the box ends is stopped as soon as it is there', async () => {
    const lives = [fakePart(), fakePart()];
    const { supervision } = fakeSupervision();
    let arrive: () => void = () => undefined;
    let started = 0;
    const kept = await keepAlive(
      'web',
      () => {
        const { part } = lives[started++]!;
        if (started === 1) return Promise.resolve(part);
        return new Promise((resolve) => {
          arrive = () => resolve(part);
        });
      },
      supervision,
    );
    lives[0]!.end('exit code 1');
    await settle();
    const stopped = kept.stop();
    arrive();
    await stopped;
    expect(lives[1]!.calls).toContain('stop');
  });
});
