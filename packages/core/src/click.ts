/** One click, as the redirector captured it and the worker reads it (CLICK-1). Empty string means unknown. */
export interface ClickEvent {
  /** Unique for each click, so that identical blocks can only be retries. */
  readonly id: string;
  readonly domain: string;
  readonly code: string;
  /** The owning workspace, empty for an anonymous link. */
  readonly owner: string;
  /** Milliseconds since 1970 UTC. */
  readonly ts: number;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Host only, lower case. */
  readonly referrer: string;
  readonly userAgent: string;
  /** Primary language tag of Accept-Language. */
  readonly language: string;
  /** Keyed hash of address and user agent that rotates daily: up to 64 bits in decimal, "0" when the visitor asked not to be tracked. */
  readonly visitor: string;
  readonly region: string;
}

/** Longest values, in UTF-16 units; `encodeClicks` cuts what is longer, `decodeClick` refuses it. */
const LIMITS = {
  id: 64,
  domain: 253,
  code: 64,
  owner: 64,
  country: 2,
  referrer: 253,
  userAgent: 512,
  language: 35,
  visitor: 20,
  region: 64,
} as const;

const FIELDS = 11;
const LONE_SURROGATE = /\p{Surrogate}/u;
const LONE_SURROGATES = /\p{Surrogate}/gu;
const COUNTRY = /^(?:[A-Z]{2})?$/;
const VISITOR = /^\d{1,20}$/;
const MAX_VISITOR = 2n ** 64n - 1n;
const MAX_TS = 8.64e15;

/**
 * Clicks as NDJSON: one JSON array a line in the order of `ClickEvent`, each line ended by a line feed, '' for none; so
 * two results can be joined as they are. Over-long values are cut, broken surrogates replaced: what is encoded here
 * is always decoded by `decodeClick`, provided that the fields have the form that `ClickEvent` states.
 */
export function encodeClicks(events: readonly ClickEvent[]): string {
  const ndjson = encodeLines(events, cut);
  // JSON.stringify writes a lone surrogate as \udxxx: one search of the batch instead of a test of each field.
  return ndjson.includes('\\ud') ? encodeLines(events, cutAndRepair) : ndjson;
}

function encodeLines(events: readonly ClickEvent[], fit: (text: string, limit: number) => string): string {
  let ndjson = '';
  for (const e of events) {
    ndjson += JSON.stringify([
      fit(e.id, LIMITS.id),
      fit(e.domain, LIMITS.domain),
      fit(e.code, LIMITS.code),
      fit(e.owner, LIMITS.owner),
      e.ts,
      fit(e.country, LIMITS.country),
      fit(e.referrer, LIMITS.referrer),
      fit(e.userAgent, LIMITS.userAgent),
      fit(e.language, LIMITS.language),
      fit(e.visitor, LIMITS.visitor),
      fit(e.region, LIMITS.region),
    ]);
    ndjson += '\n';
  }
  return ndjson;
}

function cut(text: string, limit: number): string {
  return text.length > limit ? text.slice(0, limit) : text;
}

function cutAndRepair(text: string, limit: number): string {
  return cut(text, limit).replace(LONE_SURROGATES, '\ufffd');
}

/** The click of one line, without its line feed; null for anything that `encodeClicks` could not have written. */
export function decodeClick(line: string): ClickEvent | null {
  const values = parseArray(line);
  if (values === null || values.length < FIELDS) return null;
  const [id, domain, code, owner, ts, country, referrer, userAgent, language, visitor, region] = values;
  const isClick =
    isText(id, LIMITS.id, 1) &&
    isText(domain, LIMITS.domain, 1) &&
    isText(code, LIMITS.code, 1) &&
    isText(owner, LIMITS.owner) &&
    isInstant(ts) &&
    isText(country, LIMITS.country) &&
    COUNTRY.test(country) &&
    isText(referrer, LIMITS.referrer) &&
    isText(userAgent, LIMITS.userAgent) &&
    isText(language, LIMITS.language) &&
    isVisitor(visitor) &&
    isText(region, LIMITS.region);
  if (!isClick) return null;
  return { id, domain, code, owner, ts, country, referrer, userAgent, language, visitor, region };
}

function parseArray(line: string): unknown[] | null {
  try {
    const value: unknown = JSON.parse(line);
    return Array.isArray(value) ? (value as unknown[]) : null;
  } catch {
    return null;
  }
}

function isText(value: unknown, longest: number, shortest = 0): value is string {
  return (
    typeof value === 'string' &&
    value.length <= longest &&
    value.length >= shortest &&
    !LONE_SURROGATE.test(value)
  );
}

function isInstant(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MAX_TS;
}

function isVisitor(value: unknown): value is string {
  return typeof value === 'string' && VISITOR.test(value) && BigInt(value) <= MAX_VISITOR;
}
