import { DEFAULT_DOMAIN } from '@brevia/core';
import type { Database, Link } from '@brevia/db';
import { uniqueName } from '@brevia/engines/testing';

/** A link to https://example.com/1. Codes are unique for the run: Redis is shared with other tests. */
export async function insertLink(db: Database): Promise<Link> {
  const result = await db.links.insert({
    domain: DEFAULT_DOMAIN,
    code: uniqueName('r').replaceAll('_', '').slice(-12),
    longUrl: 'https://example.com/1',
    workspaceId: null,
    creatorId: null,
    isCustom: false,
  });
  if (result.outcome !== 'created') throw new Error(result.outcome);
  return result.link;
}
