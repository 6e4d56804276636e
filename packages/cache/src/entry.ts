import type { LinkKey, RedirectLink } from '@brevia/core';

/**
 * An entry is `<version> <readAt> <payload>`: the numbers stand in front so that the Lua script compares them without
 * parsing JSON. An empty payload is a tombstone. The payload leaves out what the key says already.
 */
export interface Entry {
  readonly version: number;
  readonly readAt: number;
  readonly link: RedirectLink | null;
}

type Payload = [
  longUrl: string,
  ownerId: string | null,
  permanent: 0 | 1,
  forwardQuery: 0 | 1,
  enabled: 0 | 1,
  expiresAt: number | null,
];

export function encodePayload(link: RedirectLink): string {
  const payload: Payload = [
    link.longUrl,
    link.ownerId,
    link.permanent ? 1 : 0,
    link.forwardQuery ? 1 : 0,
    link.enabled ? 1 : 0,
    link.expiresAt,
  ];
  return JSON.stringify(payload);
}

/** Undefined for anything that this code did not write: a strange entry is a miss, never an error or a wrong page. */
export function decodeEntry(key: LinkKey, text: string): Entry | undefined {
  const first = text.indexOf(' ');
  const second = text.indexOf(' ', first + 1);
  if (first < 1 || second < 0) return undefined;
  const version = Number(text.slice(0, first));
  const readAt = Number(text.slice(first + 1, second));
  if (!Number.isSafeInteger(version) || !Number.isSafeInteger(readAt)) return undefined;
  if (second === text.length - 1) return { version, readAt, link: null };
  const payload = parsePayload(text.slice(second + 1));
  if (payload === undefined) return undefined;
  const [longUrl, ownerId, permanent, forwardQuery, enabled, expiresAt] = payload;
  return {
    version,
    readAt,
    link: {
      domain: key.domain,
      code: key.code,
      longUrl,
      ownerId,
      permanent: permanent === 1,
      forwardQuery: forwardQuery === 1,
      enabled: enabled === 1,
      expiresAt,
      version,
    },
  };
}

/** When the store was asked for an entry that holds `version` alive; undefined for any other. Payloads are not read. */
export function readAtOf(text: string, version: number): number | undefined {
  const prefix = `${version} `;
  if (!text.startsWith(prefix)) return undefined;
  const second = text.indexOf(' ', prefix.length);
  if (second < 0 || second === text.length - 1) return undefined;
  const readAt = Number(text.slice(prefix.length, second));
  return Number.isSafeInteger(readAt) ? readAt : undefined;
}

function parsePayload(json: string): Payload | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (!Array.isArray(value) || value.length !== 6 || typeof value[0] !== 'string') return undefined;
  if (value[1] !== null && typeof value[1] !== 'string') return undefined;
  if (value[5] !== null && typeof value[5] !== 'number') return undefined;
  return value as Payload;
}
