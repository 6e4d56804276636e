/**
 * The partition of a link among `count`: FNV-1a (32 bits) over `domain/code`, then a final mix (murmur3's fmix32), since
 * FNV's low bits alone are uneven on short keys.
 */
export function partitionOf(domain: string, code: string, count: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < domain.length; i++) hash = Math.imul(hash ^ domain.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ 0x2f, 0x01000193);
  for (let i = 0; i < code.length; i++) hash = Math.imul(hash ^ code.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % count;
}
