import { encode, renderSVG } from 'uqr';
import { invalidInput } from '../failure.ts';
import { twoColourPng, type Rgb } from './png.ts';
import type { Query } from './read-query.ts';
import type { Route } from './route.ts';

/** `GET /links/{code}/qr`: the short URL as a QR code, for those who may see the link. */
export const qrRoute: Route = {
  method: 'GET',
  path: '/links/{code}/qr',
  query: { format: 'text', size: 'integer', margin: 'integer', color: 'text', background: 'text' },
  async run({ caller, code, query }) {
    const style = readStyle(query);
    const { shortUrl } = await caller.links.get({ code });
    const options = { ecc: 'M', border: style.margin } as const;
    if (style.format === 'svg') {
      const body = renderSVG(shortUrl, { ...options, blackColor: style.color, whiteColor: style.background });
      return { status: 200, text: { type: 'image/svg+xml', body } };
    }
    const { data, size } = encode(shortUrl, options);
    const scale = Math.max(1, Math.floor(style.size / size));
    const body = twoColourPng(data, scale, toRgb(style.background), toRgb(style.color));
    return { status: 200, text: { type: 'image/png', body } };
  },
};

function readStyle(query: Query) {
  return {
    format: oneOf(query, 'format', ['svg', 'png']),
    size: within(query, 'size', 64, 2_048, 512),
    margin: within(query, 'margin', 0, 16, 4),
    color: colour(query, 'color', '#000000'),
    background: colour(query, 'background', '#ffffff'),
  };
}

function oneOf<Value extends string>(
  query: Query,
  field: string,
  values: readonly [Value, ...Value[]],
): Value {
  const value = query[field] ?? values[0];
  const known = values.find((one) => one === value);
  if (known === undefined) throw refusal(field, `Must be one of ${values.join(', ')}.`);
  return known;
}

function within(query: Query, field: string, least: number, most: number, usual: number): number {
  const value = query[field] ?? usual;
  if (typeof value === 'number' && value >= least && value <= most) return value;
  throw refusal(field, `Must lie between ${least} and ${most}.`);
}

/** Only `#rrggbb` (the # may be left out): the value goes into an SVG attribute. */
function colour(query: Query, field: string, usual: string): string {
  const value = query[field] ?? usual;
  const digits = typeof value === 'string' ? /^#?([0-9a-f]{6})$/i.exec(value)?.[1] : undefined;
  if (digits === undefined) throw refusal(field, 'Must be a colour such as 1a2b3c.');
  return `#${digits.toLowerCase()}`;
}

function refusal(field: string, message: string) {
  return invalidInput([{ field, code: 'invalid_value', message }]);
}

function toRgb(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
