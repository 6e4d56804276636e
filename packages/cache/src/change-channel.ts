import type { LinkChange, RedirectLink } from '@brevia/core';

/** Tells every redirector of the region about a change at once (RED-4). Messages may be lost: freshness bounds that. */
export interface ChangeChannel {
  publish(change: LinkChange): Promise<void>;
  /**
   * @param onChange gets every change that arrives, in any order
   * @param onGap is called when messages may have been missed: nothing that was cached before counts as fresh then
   * @returns ends the subscription
   */
  subscribe(onChange: (change: LinkChange) => void, onGap: () => void): Promise<() => Promise<void>>;
}

/** The channel of a region that has no Redis: nobody hears anything, the bound of freshness holds alone. */
export const noChangeChannel: ChangeChannel = {
  publish: () => Promise.resolve(),
  subscribe: () => Promise.resolve(() => Promise.resolve()),
};

/** A channel inside one process, for tests; handlers run before `publish` resolves. */
export function createMemoryChangeChannel(): ChangeChannel & { dropSubscriptions(): void } {
  const listeners = new Set<{ onChange: (change: LinkChange) => void; onGap: () => void }>();
  return {
    publish(change) {
      for (const listener of listeners) listener.onChange(change);
      return Promise.resolve();
    },
    subscribe(onChange, onGap) {
      const listener = { onChange, onGap };
      listeners.add(listener);
      return Promise.resolve(() => {
        listeners.delete(listener);
        return Promise.resolve();
      });
    },
    dropSubscriptions() {
      for (const listener of listeners) listener.onGap();
    },
  };
}

export function encodeChange(change: LinkChange): string {
  return JSON.stringify(change);
}

/** Null for anything that is not a whole change: a strange message must not stop the ones behind it. */
export function decodeChange(text: string): LinkChange | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(value)) return null;
  if (value['kind'] === 'delete') {
    const { domain, code, version } = value;
    if (typeof domain !== 'string' || typeof code !== 'string' || !isVersion(version)) return null;
    return { kind: 'delete', domain, code, version };
  }
  return value['kind'] === 'upsert' && isRedirectLink(value['link'])
    ? { kind: 'upsert', link: value['link'] }
    : null;
}

function isRedirectLink(value: unknown): value is RedirectLink {
  if (!isRecord(value)) return false;
  return (
    typeof value['domain'] === 'string' &&
    typeof value['code'] === 'string' &&
    typeof value['longUrl'] === 'string' &&
    (value['ownerId'] === null || typeof value['ownerId'] === 'string') &&
    typeof value['permanent'] === 'boolean' &&
    typeof value['forwardQuery'] === 'boolean' &&
    typeof value['enabled'] === 'boolean' &&
    (value['expiresAt'] === null || Number.isSafeInteger(value['expiresAt'])) &&
    isVersion(value['version'])
  );
}

function isVersion(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
