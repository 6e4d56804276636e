import { DEFAULT_DOMAIN } from '@brevia/core';
import type { CodeSource, Links, NewLink } from '@brevia/db';
import type { ClickedLink } from './clicks.ts';
import { demoLinks, type Channel } from './links.ts';

/** Whose links they are. */
export interface DemoOwner {
  userId: string;
  workspaceId: string;
}

/**
 * Makes those links of the demo that the workspace does not have yet.
 * @returns all of them, ready to be clicked
 */
export async function seedLinks(
  links: Links,
  codes: CodeSource,
  { userId, workspaceId }: DemoOwner,
  now: number,
): Promise<ClickedLink[]> {
  const channels = new Map<string, Channel>();
  const present = new Set((await allLinks(links, workspaceId, now)).map(({ longUrl }) => longUrl));
  const missing: NewLink[] = [];
  for (const { alias, channel, ...link } of demoLinks(now)) {
    channels.set(link.longUrl, channel);
    if (present.has(link.longUrl)) continue;
    const own = { domain: DEFAULT_DOMAIN, workspaceId, creatorId: userId };
    missing.push({ ...link, ...own, code: alias ?? (await codes.next()), isCustom: alias !== null });
  }
  const results = await links.insertMany(missing);
  // Somebody else's alias is no reason to have a link less; a code that is an alias neither.
  for (const [at, { outcome }] of results.entries()) {
    if (outcome !== 'created') await insertWithNextCode(links, codes, missing[at] as NewLink);
  }
  const made = new Map((await allLinks(links, workspaceId, now)).map((link) => [link.longUrl, link]));
  return [...channels].flatMap(([longUrl, channel]) => {
    const link = made.get(longUrl);
    if (link === undefined) return []; // its owner has deleted it
    const { domain, code, createdAt, expiresAt } = link;
    return [{ domain, code, owner: workspaceId, channel, createdAt, expiresAt }];
  });
}

async function insertWithNextCode(links: Links, codes: CodeSource, link: NewLink): Promise<void> {
  for (;;) {
    const { outcome } = await links.insert({ ...link, code: await codes.next(), isCustom: false });
    if (outcome === 'created') return;
  }
}

async function allLinks(links: Links, workspaceId: string, now: number) {
  const found = [];
  for (let cursor: string | null = null; ;) {
    const page = await links.list({ workspaceId, limit: 100, cursor, now: new Date(now) });
    found.push(...page.items);
    if (page.nextCursor === null) return found;
    cursor = page.nextCursor;
  }
}
