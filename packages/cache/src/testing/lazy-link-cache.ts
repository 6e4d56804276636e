import type { LinkCache } from '../link-cache.ts';

/** Tests are written down before the engines are there; the cache is made at its first use. */
export function lazyLinkCache(create: () => LinkCache): LinkCache {
  let made: LinkCache | undefined;
  const cache = () => (made ??= create());
  return {
    get: (key) => cache().get(key),
    areCurrent: (links) => cache().areCurrent(links),
    put: (link, readAt) => cache().put(link, readAt),
    remove: (link) => cache().remove(link),
  };
}
