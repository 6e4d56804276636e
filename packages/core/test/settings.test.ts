import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  asList,
  decimal,
  flag,
  headerPairs,
  isOn,
  kafkaBrokers,
  oneOf,
  port,
  proxies,
  readSettings,
  redisUrls,
  secret,
  SettingsError,
  traceTarget,
  webAddress,
} from '../src/settings/index.ts';

const problemsOf = (kind: z.ZodType, value: string) =>
  kind.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

describe('kinds of settings', () => {
  test.each(['abc', '-1', '65536', '80.5', 'Infinity'])(
    '%s is no port, and the message says what is one',
    (value) => {
      expect(problemsOf(port(), value)).toEqual(['must be a whole number from 0 to 65535']);
    },
  );

  test('numbers are read as numbers', () => {
    expect([port().parse('0'), port().parse('65535'), decimal(0, 600).parse('0.5')]).toEqual([0, 65535, 0.5]);
    expect(problemsOf(decimal(0, 600), 'soon')).toEqual(['must be a number from 0 to 600']);
  });

  test('a choice lists what there is', () => {
    expect(problemsOf(oneOf(['a', 'b']), 'c')).toEqual(['must be one of a, b']);
    expect(['true', '1', 'false', '0'].map((value) => isOn(flag().parse(value)))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test('a public address loses the slashes at its end; what is no address is refused', () => {
    expect(webAddress().parse('https://brevia.example//')).toBe('https://brevia.example');
    for (const value of ['ftp://brevia.example', 'brevia.example', '/']) {
      expect(problemsOf(webAddress(), value)).toEqual(['must be an address such as https://brevia.example']);
    }
  });

  test('lists are split at commas, and each item is looked at', () => {
    expect(asList(redisUrls()).parse('redis://a:1, rediss://b:2,')).toEqual(['redis://a:1', 'rediss://b:2']);
    expect(problemsOf(redisUrls(), 'redis://a:1,http://b')).toHaveLength(1);
    expect(problemsOf(redisUrls(), ' , ')).toHaveLength(1);
    expect(problemsOf(kafkaBrokers(), 'a:9092,b')).toHaveLength(1);
  });

  test('headers of a collector are pairs, and what is none is refused without repeating it', () => {
    expect(headerPairs().parse('x-key=a%20b=, Authorization=Bearer%20c')).toEqual({
      'x-key': 'a b=',
      Authorization: 'Bearer c',
    });
    for (const value of ['hunter2', 'x-key=', 'x key=a', 'x-key=a%0d%0ab', 'x-key=%ff', 'x-key=%']) {
      expect(problemsOf(headerPairs(), value)).toEqual([
        'must hold headers such as x-api-key=secret, several with commas',
      ]);
    }
  });

  test('every entry that is no address or range is named', () => {
    expect(problemsOf(proxies(), '10.0.0.0/8, nonsense, 10.0.0.0/99')).toEqual([
      expect.stringContaining('"nonsense"'),
      expect.stringContaining('"10.0.0.0/99"'),
    ]);
    expect(problemsOf(proxies(), '')).toEqual([]);
  });

  test('a secret that is too short is not repeated', () => {
    expect(problemsOf(secret(), 'hunter2')).toEqual(['must have at least 32 characters']);
  });
});

test('there are no traces where no collector is named (RUN-4)', () => {
  const settings = { OTEL_EXPORTER_OTLP_HEADERS: { a: 'b' }, OTEL_TRACES_SAMPLER_ARG: 0.5 };
  expect(traceTarget(settings)).toBeNull();
  const endpoint = 'http://collector:4318';
  expect(traceTarget({ ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })).toEqual({
    endpoint,
    headers: { a: 'b' },
    ratio: 0.5,
  });
});

describe('reading settings', () => {
  const schema = z.object({ PORT: port().default(80), KEY: secret(), NAME: z.string().optional() });
  const read = (given: Record<string, string>) =>
    readSettings('Wrong:', schema, [({ NAME }) => (NAME === 'x' ? ['NAME: is taken'] : [])], given);

  test('takes an empty value as not given', () => {
    expect(read({ KEY: 'k'.repeat(32), PORT: '', NAME: '' })).toEqual({ PORT: 80, KEY: 'k'.repeat(32) });
  });

  test('tells every problem at once, those of rules over several settings included', () => {
    const wrong = () => read({ PORT: 'abc', NAME: 'x' });
    expect(wrong).toThrow(SettingsError);
    expect(wrong).toThrow(
      'Wrong:\n  PORT: must be a whole number from 0 to 65535\n  KEY: is missing\n  NAME: is taken',
    );
  });
});
