/**
 * Numbers in [0, 1) that are the same for the same seed: the demo shows the same story on every machine.
 * Algorithm: mulberry32 (public domain, Tommy Ettinger, 2017).
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A chooser that gives each item as often as its weight says. */
export function weighted<T>(items: readonly (readonly [item: T, weight: number])[]): (random: number) => T {
  const total = items.reduce((sum, [, weight]) => sum + weight, 0);
  return (random) => {
    let rest = random * total;
    for (const [item, weight] of items) {
      rest -= weight;
      if (rest < 0) return item;
    }
    return items[items.length - 1]![0];
  };
}
