import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks again and again until the answer is good, and gives it.
 * @throws Error with the last answer when it is not good in time
 */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  good: (answer: T) => boolean,
  timeoutMs: number,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (good(answer)) return answer;
    if (Date.now() > deadline) {
      throw new Error(`${what}: not within ${timeoutMs} ms; last answer: ${JSON.stringify(answer)}`);
    }
    await sleep(50);
  }
}
