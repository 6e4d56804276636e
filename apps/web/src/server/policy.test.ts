import { parseTarget } from '@brevia/core';
import { expect, test } from 'vitest';
import { createPolicy } from './policy.ts';

const none = { list: () => Promise.resolve([]) };
const rulesFor = (shortUrlBase: string) =>
  createPolicy({
    shortUrlBase,
    webUrl: 'http://127.0.0.1:3000',
    allowAnonymous: true,
    blockedDomains: none,
    reservedWords: none,
    report: () => undefined,
  }).rules;

test.each([
  'http://127.0.0.1:3001/abc',
  'http://localhost:3001/',
  'http://LOCALHOST.:3001/',
  'http://[::1]:3001/',
])(
  'on one machine a link can not lead to itself under another name of the loopback: %s (API-6)',
  (target) => {
    expect(parseTarget(target, rulesFor('http://127.0.0.1:3001'))).toMatchObject({
      ok: false,
      error: { code: 'url_own_host' },
    });
  },
);

test('other ports of this machine are nobody of ours', () => {
  expect(parseTarget('http://localhost:8080/', rulesFor('http://127.0.0.1:3001')).ok).toBe(true);
  expect(parseTarget('http://localhost:3001/', rulesFor('https://exmpl.link')).ok).toBe(true);
});
