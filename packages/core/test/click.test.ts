import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeClick, encodeClicks, type ClickEvent } from '../src/index.ts';

const click: ClickEvent = {
  id: '0192f5a0b1c27d3e',
  domain: 'default',
  code: 'aZ3kP0q',
  owner: '5b3c2f0e-6d0f-4a52-8f0e-6a8f6d2b1c90',
  ts: 1_764_590_000_123,
  country: 'FR',
  referrer: 'news.example.com',
  userAgent: 'Mozilla/5.0 "quoted" \\ back\n日本 🍞',
  language: 'fr-FR',
  visitor: '18446744073709551615',
  region: 'eu-west',
};
const empty: ClickEvent = {
  ...click,
  owner: '',
  country: '',
  referrer: '',
  userAgent: '',
  language: '',
  visitor: '0',
  region: '',
};
const fields = JSON.parse(encodeClicks([click])) as unknown[];

const decodeAll = (ndjson: string) => ndjson.split('\n').slice(0, -1).map(decodeClick);

const text = (maxLength: number, minLength = 0) =>
  fc
    .string({ unit: 'grapheme', minLength, maxLength })
    .map((s) => s.slice(0, maxLength))
    .filter((s) => s.length >= minLength && !/\p{Surrogate}/u.test(s));
const anyClick = fc.record<ClickEvent>({
  id: text(64, 1),
  domain: text(40, 1),
  code: text(20, 1),
  owner: text(64),
  ts: fc.nat({ max: 8.64e15 }),
  country: fc.stringMatching(/^([A-Z]{2})?$/),
  referrer: text(253),
  userAgent: text(512),
  language: text(35),
  visitor: fc.bigInt(0n, 2n ** 64n - 1n).map(String),
  region: text(64),
});

describe('clicks as NDJSON (CLICK-1)', () => {
  it('come back as they were, in their order', () => {
    fc.assert(
      fc.property(fc.array(anyClick, { maxLength: 10 }), (clicks) => {
        expect(decodeAll(encodeClicks(clicks))).toEqual(clicks);
      }),
    );
  });

  it('are one line each, ended by a line feed, so that two batches can be joined', () => {
    expect(encodeClicks([])).toBe('');
    const ndjson = encodeClicks([click, empty]);
    expect(ndjson.match(/\n/g)).toHaveLength(2);
    expect(ndjson.endsWith('\n')).toBe(true);
    expect(decodeAll(ndjson + encodeClicks([click]))).toEqual([click, empty, click]);
  });

  it('are cut where a visitor sent too much, never through a character', () => {
    const [cut] = decodeAll(
      encodeClicks([
        { ...click, userAgent: 'a'.repeat(511) + '🍞'.repeat(5000), referrer: 'b'.repeat(9999) },
      ]),
    );
    expect(cut!.userAgent).toBe('a'.repeat(511) + '\ufffd');
    expect(cut!.referrer).toBe('b'.repeat(253));
  });

  it('survive broken surrogates, and text that only looks like an escaped one', () => {
    const [repaired, looksLike] = decodeAll(
      encodeClicks([
        { ...click, userAgent: 'a\ud800b\udfff🍞' },
        { ...click, userAgent: 'a\\ud800b' },
      ]),
    );
    expect(repaired!.userAgent).toBe('a\ufffdb\ufffd🍞');
    expect(looksLike!.userAgent).toBe('a\\ud800b');
  });

  it('are always decoded again, whatever a visitor put into the free text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 600 }),
        fc.string({ unit: 'binary' }),
        (userAgent, language) => {
          const line = encodeClicks([{ ...click, userAgent, language }]);
          expect(line.indexOf('\n')).toBe(line.length - 1);
          expect(decodeClick(line.trimEnd())).toMatchObject({ id: click.id, ts: click.ts });
        },
      ),
    );
  });

  it('of a newer version with more fields are read by an older worker', () => {
    expect(decodeClick(JSON.stringify([...fields, 'new', 1]))).toEqual(click);
  });
});

describe('a line that is no click is null (CLICK-4)', () => {
  const changed = (index: number, value: unknown) =>
    JSON.stringify(fields.map((field, i) => (i === index ? value : field)));

  it.each([
    ['nothing', ''],
    ['torn', encodeClicks([click]).slice(0, 40)],
    ['an object', JSON.stringify(click)],
    ['a number', '1'],
    ['null', 'null'],
    ['too few fields', JSON.stringify(fields.slice(0, 10))],
    ['no id', changed(0, '')],
    ['a number as id', changed(0, 7)],
    ['no domain', changed(1, '')],
    ['no code', changed(2, '')],
    ['null as owner', changed(3, null)],
    ['time as text', changed(4, '1764590000123')],
    ['time before 1970', changed(4, -1)],
    ['half milliseconds', changed(4, 1.5)],
    ['time past the last Date', changed(4, 8.64e15 + 2)],
    ['a country of three letters', changed(5, 'FRA')],
    ['a country in lower case', changed(5, 'fr')],
    ['an over-long referrer', changed(6, 'a'.repeat(254))],
    ['an over-long user agent', changed(7, 'a'.repeat(513))],
    ['a broken surrogate', changed(7, '\ud800')],
    ['a visitor that is no number', changed(9, '-1')],
    ['no visitor', changed(9, '')],
    ['a visitor of 65 bits', changed(9, '18446744073709551616')],
    ['a list as region', changed(10, ['eu'])],
  ])('%s', (_, line) => {
    expect(decodeClick(line)).toBeNull();
  });

  it('for any text, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (line) => {
        expect(decodeClick(line)).toBeNull();
      }),
    );
  });
});
