import type { Region } from '@brevia/core';

/**
 * The first characters of the codes that a region generates. On CockroachDB a link's home region is computed from the first
 * character of its code (prisma/cockroachdb), so an insert stays in its region. The same ranges stand there; a test compares.
 */
export const REGION_CHARACTERS: Readonly<Record<Exclude<Region, 'local'>, string>> = {
  'us-east': '0123456789ABCDEFGHIJK',
  'eu-west': 'LMNOPQRSTUVWXYZabcdef',
  'ap-southeast': 'ghijklmnopqrstuvwxyz',
};

/** Does a code live in this region? One box takes all. */
export function isHomeOf(region: Region, code: string): boolean {
  return region === 'local' || REGION_CHARACTERS[region].includes(code[0]!);
}
