import type { RedirectLink } from '@brevia/core';
import { waitFor } from '@brevia/engines/testing';
import { expect, onTestFinished } from 'vitest';
import { openBed, type Bed } from './bed.ts';
import { startLoad, type Load } from './load.ts';

/** A redirector under load while a test does something to its engines. It ends with the test. */
export interface Trial {
  readonly bed: Bed;
  readonly load: Load;
  /** Waits for so many more redirects. */
  more(count: number): Promise<unknown>;
  /** Where a visitor lands, or the status of an answer that is no redirect. */
  readonly visit: (code: string) => Promise<string | number>;
  /** What /readyz calls degraded now. */
  degraded(): Promise<string[]>;
  healed(): Promise<unknown>;
  /** Redirects so far, of the load and of `visit`: each is one click. */
  redirects(): number;
  /** The codes that were asked for. */
  readonly codes: ReadonlySet<string>;
  /** Every visitor of the load was redirected to the right place, and no connection broke. */
  expectOnlyRedirects(): void;
}

/**
 * Opens a redirector and sends it visitors.
 * @param options.links what the visitors of the load ask for
 * @param options.warm resolves when so many were redirected; default 500, and 0 where nothing can be yet
 */
export async function startTrial(options: {
  config: Parameters<typeof openBed>[0];
  limits?: Parameters<typeof openBed>[1];
  links: readonly RedirectLink[];
  warm?: number;
}): Promise<Trial> {
  const { config, limits, links, warm = 500 } = options;
  const bed = await openBed(config, limits);
  onTestFinished(() => bed.stop());
  const targets = new Map(links.map(({ code, longUrl }) => [`/${code}`, longUrl]));
  const anyPath = () => `/${links[Math.floor(Math.random() * links.length)]!.code}`;
  const load = startLoad(bed.url, anyPath, { targetOf: (path) => targets.get(path) });
  onTestFinished(() => load.stop());
  const codes = new Set(links.map(({ code }) => code));
  let visits = 0;

  const more = (count: number) => {
    const from = load.count(302);
    const what = `${count} redirects`;
    return waitFor(() => load.count(302) >= from + count, { timeoutMs: 60_000, what });
  };
  const degraded = async () => {
    const answer = await fetch(`${bed.url}/readyz`);
    return ((await answer.json()) as { degraded: string[] }).degraded;
  };
  if (warm > 0) await more(warm);
  return {
    bed,
    load,
    more,
    degraded,
    codes,
    async visit(code) {
      codes.add(code);
      const answer = await fetch(`${bed.url}/${code}`, { redirect: 'manual' });
      if (answer.status === 503) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      if (answer.status === 302) visits += 1;
      return answer.headers.get('location') ?? answer.status;
    },
    healed: () =>
      waitFor(async () => (await degraded()).length === 0, { timeoutMs: 60_000, what: 'nothing degraded' }),
    redirects: () => load.count(302) + visits,
    expectOnlyRedirects() {
      expect([...load.statuses.keys()]).toEqual([302]);
      expect(load).toMatchObject({ misdirected: 0, broken: 0 });
    },
  };
}

/** Lets time pass where time itself is what a test is about. */
export function pass(ms: number): Promise<unknown> {
  const end = Date.now() + ms;
  return waitFor(() => Date.now() >= end, { timeoutMs: ms + 5_000 });
}
