import { describe, expect, it } from 'vitest';
import { decodeChange, encodeChange } from './change-channel.ts';

const link = {
  domain: 'default',
  code: 'abc',
  longUrl: 'https://example.com/',
  ownerId: null,
  permanent: false,
  forwardQuery: false,
  enabled: true,
  expiresAt: 1_800_000_000_000,
  version: 3,
};

describe('a change on the wire', () => {
  it('arrives as it was sent', () => {
    const upsert = { kind: 'upsert', link } as const;
    const removal = { kind: 'delete', domain: 'default', code: 'abc', version: 4 } as const;
    expect(decodeChange(encodeChange(upsert))).toEqual(upsert);
    expect(decodeChange(encodeChange(removal))).toEqual(removal);
  });

  it.each([
    '',
    'null',
    '[]',
    '{"kind":"upsert"}',
    '{"kind":"delete","domain":"default","code":"abc"}',
    '{"kind":"delete","domain":"default","code":"abc","version":-1}',
    JSON.stringify({ kind: 'upsert', link: { ...link, longUrl: null } }),
    JSON.stringify({ kind: 'upsert', link: { ...link, expiresAt: '2027-01-01' } }),
    JSON.stringify({ kind: 'purge', link }),
  ])('that is not whole is ignored: %s', (text) => {
    expect(decodeChange(text)).toBeNull();
  });
});
