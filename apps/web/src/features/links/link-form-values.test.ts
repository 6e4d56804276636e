import type { LinkDto } from '@brevia/api';
import { describe, expect, it } from 'vitest';
import { EMPTY_LINK, toCreateInput, toPatch, valuesOf } from './link-form-values.ts';
import { fromLocalInput, toLocalInput } from './local-time.ts';

const asTyped = (url: string) => url;
const link: LinkDto = {
  domain: 'default',
  code: 'spring',
  shortUrl: 'https://brevia.example/spring',
  longUrl: 'https://example.com/',
  title: 'Spring',
  notes: null,
  tags: ['a', 'b'],
  permanent: false,
  forwardQuery: false,
  enabled: true,
  isCustom: true,
  state: 'active',
  createdAt: new Date('2026-01-01T00:00:00Z'),
  updatedAt: new Date('2026-01-01T00:00:00Z'),
  expiresAt: new Date('2030-05-05T10:20:30Z'),
  deletedAt: null,
  version: 3,
};

describe('the link dialog', () => {
  it('sends nothing when nothing was changed, so that the seconds of an expiry stay', () => {
    expect(toPatch(link, valuesOf(link), asTyped)).toEqual({});
  });
  it('C171: an emptied expiry becomes null, and the link may be permanent then', () => {
    const values = { ...valuesOf(link), expires: '', permanent: true };
    expect(toPatch(link, values, asTyped)).toEqual({ expiresAt: null, permanent: true });
  });
  it('C170: an emptied text becomes null, not an empty value', () => {
    expect(toPatch(link, { ...valuesOf(link), title: '  ' }, asTyped)).toEqual({ title: null });
  });
  it('RED-1: a link that expires is not sent as permanent', () => {
    const input = toCreateInput(
      { ...EMPTY_LINK, longUrl: 'x', expires: '2031-01-01T00:00', permanent: true },
      asTyped,
    );
    expect(input.permanent).toBe(false);
    expect(input.expiresAt).toEqual(new Date('2031-01-01T00:00'));
  });
  it('sends an empty alias as none', () => {
    expect(toCreateInput(EMPTY_LINK, asTyped).customAlias).toBeNull();
  });
  it('sends tags again when their order or number changes', () => {
    expect(toPatch(link, { ...valuesOf(link), tags: ['b', 'a'] }, asTyped)).toEqual({ tags: ['b', 'a'] });
  });
});

describe('times of the browser’s zone', () => {
  it('come back to the minute', () => {
    const date = new Date('2030-05-05T10:20:30Z');
    expect(fromLocalInput(toLocalInput(date))?.toISOString()).toBe('2030-05-05T10:20:00.000Z');
  });
  it('are null when empty or half filled in', () => {
    expect(toLocalInput(null)).toBe('');
    expect(fromLocalInput('')).toBeNull();
    expect(fromLocalInput('2030-05-05')).toBeNull();
    expect(fromLocalInput('2030-99-99T00:00')).toBeNull();
  });
});
