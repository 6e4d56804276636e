export const UTM_FIELDS = ['source', 'medium', 'campaign', 'term', 'content'] as const;
export type UtmField = (typeof UTM_FIELDS)[number];
export type UtmValues = Readonly<Record<UtmField, string>>;

/** The query string apart from what stands before and after it; nothing is decoded. */
function splitQuery(url: string): { before: string; pairs: string[]; fragment: string } {
  const hash = url.indexOf('#');
  const whole = hash === -1 ? url : url.slice(0, hash);
  const mark = whole.indexOf('?');
  return {
    before: mark === -1 ? whole : whole.slice(0, mark),
    pairs: mark === -1 ? [] : whole.slice(mark + 1).split('&'),
    fragment: hash === -1 ? '' : url.slice(hash),
  };
}

const nameOf = (pair: string): string => pair.split('=', 1)[0]?.toLowerCase() ?? '';

/** The campaign parameters that an address holds already. */
export function readUtm(url: string): UtmValues {
  const found = new URLSearchParams(
    splitQuery(url)
      .pairs.filter((pair) => nameOf(pair).startsWith('utm_'))
      .join('&'),
  );
  return Object.fromEntries(UTM_FIELDS.map((field) => [field, found.get(`utm_${field}`) ?? ''])) as UtmValues;
}

/**
 * The address with one campaign parameter set, or taken out when the value is empty. Every other byte stays as typed:
 * other parameters are neither decoded nor sorted, and the fragment stays last.
 */
export function writeUtm(url: string, field: UtmField, value: string): string {
  const { before, pairs, fragment } = splitQuery(url);
  const name = `utm_${field}`;
  const written = value === '' ? [] : [`${name}=${encodeURIComponent(value)}`];
  const at = pairs.findIndex((pair) => nameOf(pair) === name);
  const others = pairs.filter((pair, index) => index === at || nameOf(pair) !== name);
  const next =
    at === -1
      ? [...pairs.filter((pair) => pair !== ''), ...written]
      : others.flatMap((pair) => (nameOf(pair) === name ? written : [pair]));
  return before + (next.length > 0 ? `?${next.join('&')}` : '') + fragment;
}

/** True where campaign parameters can be put on: a whole http(s) address. */
export function takesUtm(url: string): boolean {
  return /^https?:\/\/[^/?#]/i.test(url.trim());
}
