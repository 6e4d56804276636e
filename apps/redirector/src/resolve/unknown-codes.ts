import { LRUCache } from 'lru-cache';

export interface UnknownCodes {
  has(name: string): boolean;
  add(name: string): void;
  delete(name: string): void;
  readonly size: number;
}

/**
 * Codes that no store knows, remembered apart from the links, so that a flood of random codes evicts none of them. Short,
 * because a link may be created under that code in another region at any moment.
 */
export function createUnknownCodes(options: { max: number; ttlMs: number; now: () => number }): UnknownCodes {
  const until = new LRUCache<string, number>({ max: options.max });
  return {
    has(name) {
      const end = until.get(name);
      if (end === undefined) return false;
      if (end > options.now()) return true;
      until.delete(name);
      return false;
    },
    add: (name) => void until.set(name, options.now() + options.ttlMs),
    delete: (name) => void until.delete(name),
    get size() {
      return until.size;
    },
  };
}
