const HOUR_MS = 3_600_000;
const MOST_KEYS = 50_000;

/**
 * Keeps anybody from filling somebody's mailbox through our forms: so many messages for a key in each hour of the clock.
 * Counted in this process only, which is enough for that.
 */
export function createAllowance(perHour: number, clock: () => number): (key: string) => boolean {
  const counts = new Map<string, number>();
  let counted = 0;
  return (key) => {
    const hour = Math.floor(clock() / HOUR_MS);
    if (hour !== counted || counts.size >= MOST_KEYS) counts.clear();
    counted = hour;
    const count = counts.get(key) ?? 0;
    if (count >= perHour) return false;
    counts.set(key, count + 1);
    return true;
  };
}
