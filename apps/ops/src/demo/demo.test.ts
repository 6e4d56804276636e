import { parseAlias, parseTarget, decodeClick, encodeClicks } from '@brevia/core';
import { describe, expect, test } from 'vitest';
import { demoClicks, type ClickedLink } from './clicks.ts';
import { demoLinks } from './links.ts';

const NOW = Date.parse('2026-12-01T12:00:00Z');
const links = demoLinks(NOW);
const clicked: ClickedLink[] = links.map(({ channel, createdAt, expiresAt }, at) => {
  return { domain: 'default', code: `code${at}`, owner: 'workspace', channel, createdAt, expiresAt };
});
const clicks = demoClicks(clicked, NOW, 'local');

describe('the demo', () => {
  test('has 200 links with targets and aliases that the API itself would accept', () => {
    expect(links).toHaveLength(200);
    for (const { longUrl, alias } of links) {
      expect(parseTarget(longUrl, { ownHosts: [] })).toEqual({ ok: true, value: longUrl });
      if (alias !== null) expect(parseAlias(alias)).toEqual({ ok: true, value: alias });
    }
  });

  test('has links of every state, and no permanent one that expires (RED-1)', () => {
    expect(links.some(({ enabled }) => !enabled)).toBe(true);
    expect(links.some(({ expiresAt }) => expiresAt !== null && expiresAt.getTime() < NOW)).toBe(true);
    expect(links.some(({ expiresAt }) => expiresAt !== null && expiresAt.getTime() > NOW)).toBe(true);
    expect(links.some(({ permanent }) => permanent)).toBe(true);
    expect(links.filter(({ permanent, expiresAt }) => permanent && expiresAt !== null)).toEqual([]);
  });

  test('has some 40,000 clicks within 90 days, none from the future and none on a link that was not there', () => {
    expect(clicks.length).toBeGreaterThan(30_000);
    expect(clicks.length).toBeLessThan(60_000);
    const byCode = new Map(clicked.map((link) => [link.code, link]));
    for (const { code, ts } of clicks) {
      const link = byCode.get(code)!;
      expect(ts).toBeGreaterThanOrEqual(Math.max(link.createdAt.getTime(), NOW - 92 * 86_400_000));
      expect(ts).toBeLessThan(Math.min(NOW, link.expiresAt?.getTime() ?? NOW));
    }
  });

  test('has clicks that the worker accepts as they are, each with its own id', () => {
    expect(new Set(clicks.map(({ id }) => id)).size).toBe(clicks.length);
    for (const click of clicks.slice(0, 500)) {
      expect(decodeClick(encodeClicks([click]).trimEnd())).toEqual(click);
    }
  });

  test('is the same story for the same moment', () => {
    expect(demoClicks(clicked, NOW, 'local')).toEqual(clicks);
    expect(demoLinks(NOW)).toEqual(links);
  });
});
