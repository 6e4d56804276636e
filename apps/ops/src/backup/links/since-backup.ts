/** Numbers that a region could have claimed a second: seven times what the whole world creates in the design. */
const NUMBERS_PER_SECOND = 10_000;
/** Blocks in the memory of processes, clocks that differ, and a region of 8.8 * 10^11 numbers that never notices. */
const NUMBERS_AT_LEAST = 10_000_000;
/** Edits of one link within the second of the backup. */
const VERSIONS_AT_LEAST = 1_000;

/**
 * How many numbers each region skips after a restore (LINK-3, C257): as many as can have been given out since the backup,
 * of which the restored rows know nothing. A backup of 30 days ago costs a region 3 % of its numbers.
 */
export function numbersToSkip(takenAt: Date, now: Date): number {
  return NUMBERS_AT_LEAST + Math.ceil((elapsedMs(takenAt, now) / 1_000) * NUMBERS_PER_SECOND);
}

/**
 * What every restored link's version grows by: more than it can have been edited since the backup, so that whatever the
 * caches, other regions and late messages hold of that time is older. A second restore of the same backup comes later, and
 * is newer than the first.
 */
export function versionStep(takenAt: Date, now: Date): bigint {
  return BigInt(VERSIONS_AT_LEAST + Math.ceil(elapsedMs(takenAt, now)));
}

const elapsedMs = (from: Date, to: Date): number => Math.max(0, to.getTime() - from.getTime());
