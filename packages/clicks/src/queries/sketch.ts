/**
 * Visitors of an hour or a day are kept as a set of 18-bit hashes (a bitmap). A union of such sets is made 5 times faster than one of
 * HyperLogLogs, and that is what a series consists of. How many visitors filled so many places: linear counting
 * (Whang, Vander-Zanden, Taylor 1990). Off by 0.2 % at 100,000 visitors, 0.5 % at a million; it ends at two millions.
 */
const PLACES = 2 ** 18;
/** Eight visitors a place: past this the estimate would swing by percents, and at the end be infinite. */
const MOST_FILLED = Math.floor(PLACES * (1 - Math.exp(-8)));

/** SQL: the place of a raw click's visitor. The views say the same. */
export const PLACE = `toUInt32(intHash64(visitor) % ${PLACES})`;

/** SQL: visitors from the number of places that they fill. */
export const estimateOf = (filled: string): string =>
  `toUInt64(round(-${PLACES} * log(1 - least(${filled}, ${MOST_FILLED}) / ${PLACES})))`;

/** Above so many in a bucket the days' HyperLogLogs know better. */
export const TRUSTED_VISITORS = 4 * PLACES;
