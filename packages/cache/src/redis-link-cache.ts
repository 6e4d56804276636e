import type { LinkKey } from '@brevia/core';
import { Cluster } from 'ioredis';
import { decodeEntry, encodePayload, readAtOf } from './entry.ts';
import { inTime } from './in-time.ts';
import {
  defaultLinkCacheOptions,
  lifetime,
  noLinkCache,
  UNKNOWN_AGE,
  type LinkCache,
  type LinkCacheOptions,
} from './link-cache.ts';
import type { RedisClient } from './redis.ts';

/**
 * KEYS[1] entry; ARGV: version, readAt, payload (empty: tombstone), lifetime in ms.
 * Atomic in Redis, so of two writers the newer version wins whatever their order; of the same version a deletion wins,
 * and then the later reading of the store.
 */
const KEEP_NEWEST = `
local held = redis.call('GET', KEYS[1])
if held then
  local version, readAt, payload = string.match(held, '^(%d+) (%d+) (.*)$')
  local old, new = tonumber(version), tonumber(ARGV[1])
  if old and old > new then return 0 end
  if old and old == new then
    if payload == '' and ARGV[3] ~= '' then return 0 end
    if payload ~= '' and ARGV[3] ~= '' and tonumber(readAt) >= tonumber(ARGV[2]) then return 1 end
  end
end
redis.call('SET', KEYS[1], ARGV[1] .. ' ' .. ARGV[2] .. ' ' .. ARGV[3], 'PX', ARGV[4])
return 1
`;

type KeepNewest = (
  key: string,
  version: number,
  readAt: number,
  payload: string,
  ttl: number,
) => Promise<number>;

/**
 * The region's tier in Redis or Redis Cluster. Without a client it is the no-op cache, so that callers have one path.
 * A look-up is one GET, a write one script call.
 */
export function createLinkCache(redis: RedisClient | undefined, options: LinkCacheOptions = {}): LinkCache {
  if (redis === undefined) return noLinkCache;
  const { freshMs, keepMs, tombstoneMs, now } = { ...defaultLinkCacheOptions, ...options };
  redis.defineCommand('breviaKeepNewest', { numberOfKeys: 1, lua: KEEP_NEWEST });
  const script = (redis as unknown as { breviaKeepNewest: KeepNewest }).breviaKeepNewest.bind(redis);
  const keepNewest: KeepNewest = (...values) => inTime(redis, () => script(...values));
  return {
    async get(key) {
      const text = await inTime(redis, () => redis.get(nameOf(key)));
      const entry = text === null ? undefined : decodeEntry(key, text);
      if (entry === undefined) return undefined;
      return { ...entry, fresh: now() - entry.readAt < freshMs };
    },
    async areCurrent(links) {
      if (links.length === 0) return [];
      const names = links.map(nameOf);
      const texts = await (redis instanceof Cluster
        ? getEach(redis, names)
        : inTime(redis, () => redis.mget(names)));
      return links.map(({ version }, i) => {
        const readAt = readAtOf(texts[i] ?? '', version);
        return readAt !== undefined && now() - readAt < freshMs;
      });
    },
    async put(link, readAt = now()) {
      // Older than a tombstone's life: the deletion that should refuse this fill may be forgotten already.
      if (readAt !== UNKNOWN_AGE && now() - readAt > tombstoneMs) return false;
      const ttl = lifetime(link, now(), { keepMs, tombstoneMs });
      return (await keepNewest(nameOf(link), link.version, readAt, encodePayload(link), ttl)) === 1;
    },
    async remove(link) {
      return (await keepNewest(nameOf(link), link.version, now(), '', tombstoneMs)) === 1;
    },
  };
}

/** In a cluster the names are on many nodes, some of which may be away: null for those, unless all are. */
async function getEach(redis: Cluster, names: readonly string[]): Promise<(string | null)[]> {
  const outcomes = await Promise.allSettled(names.map((name) => inTime(redis, () => redis.get(name))));
  const [first] = outcomes;
  if (first?.status === 'rejected' && outcomes.every(({ status }) => status === 'rejected'))
    throw first.reason;
  return outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : null));
}

function nameOf(key: LinkKey): string {
  return `brevia:link:${key.domain}/${key.code}`;
}
