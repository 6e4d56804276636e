import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide, linkState, type RedirectLink } from '../src/index.ts';

const now = Date.parse('2026-12-01T12:00:00Z');
const link: RedirectLink = {
  domain: 'default',
  code: 'aZ3kP0q',
  longUrl: 'https://example.com/',
  ownerId: null,
  permanent: false,
  forwardQuery: false,
  enabled: true,
  expiresAt: null,
  version: 1,
};

describe('the state of a link', () => {
  const state = (change: object) =>
    linkState({ enabled: true, expiresAt: null, deletedAt: null, ...change }, now);

  it('is active without an expiry (C107)', () => {
    expect(state({})).toBe('active');
  });

  it('is active until the millisecond before its expiry and expired from that instant on (C106)', () => {
    expect(state({ expiresAt: now + 1 })).toBe('active');
    expect(state({ expiresAt: now })).toBe('expired');
    expect(state({ expiresAt: now - 1 })).toBe('expired');
  });

  it('reads Dates like milliseconds', () => {
    expect(state({ expiresAt: new Date(now + 1) })).toBe('active');
    expect(state({ expiresAt: new Date(now) })).toBe('expired');
    expect(state({ deletedAt: new Date(now) })).toBe('deleted');
  });

  it('is one of several by the order deleted, disabled, expired', () => {
    expect(state({ enabled: false })).toBe('disabled');
    expect(state({ enabled: false, expiresAt: now - 1 })).toBe('disabled');
    expect(state({ enabled: false, expiresAt: now - 1, deletedAt: now - 1 })).toBe('deleted');
    expect(state({ expiresAt: now - 1, deletedAt: now + 1 })).toBe('deleted');
  });

  it('an expiry at the year 1970 is an expiry, not the absence of one (C107)', () => {
    expect(state({ expiresAt: 0 })).toBe('expired');
  });
});

describe('what a visitor gets (RED-1, RED-2)', () => {
  it('302 for a plain link', () => {
    expect(decide(link, now)).toEqual({ kind: 'redirect', status: 302, link });
  });

  it('301 only for a permanent link without expiry', () => {
    expect(decide({ ...link, permanent: true }, now)).toMatchObject({ status: 301 });
    expect(decide({ ...link, permanent: true, expiresAt: now + 1 }, now)).toMatchObject({ status: 302 });
  });

  it('not-found for no link and for a disabled one, also when it has expired as well (C104, C116)', () => {
    expect(decide(null, now)).toEqual({ kind: 'not-found' });
    expect(decide({ ...link, enabled: false }, now)).toEqual({ kind: 'not-found' });
    expect(decide({ ...link, enabled: false, expiresAt: now - 1 }, now)).toEqual({ kind: 'not-found' });
  });

  it('gone from the instant of expiry on, permanent or not (C106)', () => {
    expect(decide({ ...link, expiresAt: now }, now)).toEqual({ kind: 'gone' });
    expect(decide({ ...link, permanent: true, expiresAt: now }, now)).toEqual({ kind: 'gone' });
    expect(decide({ ...link, expiresAt: now + 1 }, now).kind).toBe('redirect');
  });

  it('agrees with the state that the API shows, for any link at any time (C101)', () => {
    fc.assert(
      fc.property(
        fc.record({
          enabled: fc.boolean(),
          permanent: fc.boolean(),
          expiresAt: fc.option(fc.integer({ min: now - 3, max: now + 3 })),
        }),
        (change) => {
          const state = linkState({ ...change, deletedAt: null }, now);
          const kind = decide({ ...link, ...change }, now).kind;
          expect(kind).toBe(
            { active: 'redirect', expired: 'gone', disabled: 'not-found', deleted: '' }[state],
          );
        },
      ),
    );
  });
});
