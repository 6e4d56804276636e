import type { KeptAlive, Part, Supervision } from './part.ts';

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
/** A part that has lived this long was healthy: its next failure starts with the short delay again. */
const HEALTHY_MS = 60_000;

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/**
 * Starts a part and starts it again, with exponential back-off, whenever it ends before it was told to.
 * @param name as shown to the user
 * @param start starts it and resolves when it answers; called again for each new life
 * @throws what the first start throws: who starts a box is told at once
 */
export async function keepAlive(
  name: string,
  start: () => Promise<Part>,
  { say, wait, now }: Supervision,
): Promise<KeptAlive> {
  const ending = new AbortController();
  let part: Part | null = await start();
  const lives = supervise(part);

  async function supervise(first: Part): Promise<void> {
    let delay = FIRST_DELAY_MS;
    for (let current = first; !ending.signal.aborted;) {
      const began = now();
      let trouble = `ended (${await current.exited})`;
      const ended = now();
      if (ended - began >= HEALTHY_MS) delay = FIRST_DELAY_MS;
      for (part = null; part === null; delay = Math.min(delay * 2, LONGEST_DELAY_MS)) {
        if (ending.signal.aborted) return;
        say(`${name} ${trouble}; starting it again in ${seconds(delay)}.`);
        await wait(delay, ending.signal);
        if (ending.signal.aborted) return;
        part = await start().catch((error: unknown) => {
          trouble = `did not start (${error instanceof Error ? error.message : String(error)})`;
          return null;
        });
      }
      current = part;
      say(`${name} is back after ${seconds(now() - ended)}.`);
    }
  }

  const end = async (how: 'stop' | 'kill') => {
    ending.abort();
    await part?.[how]();
    await lives; // a start that was under way has come to its end
    await part?.[how]();
  };
  return { stop: () => end('stop'), kill: () => end('kill') };
}
