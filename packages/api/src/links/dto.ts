import { linkState } from '@brevia/core';
import type { Context } from '../context.ts';
import type { Link } from '@brevia/db';
import type { LinkDto } from './schema.ts';

/** A row as clients see it: nothing of its owner, and with its state at this moment. */
export function toLinkDto(link: Link, ctx: Pick<Context, 'clock' | 'policy'>): LinkDto {
  return {
    domain: link.domain,
    code: link.code,
    shortUrl: `${ctx.policy.shortUrlBase}/${link.code}`,
    longUrl: link.longUrl,
    title: link.title,
    notes: link.notes,
    tags: link.tags,
    permanent: link.permanent,
    forwardQuery: link.forwardQuery,
    enabled: link.enabled,
    isCustom: link.isCustom,
    state: linkState(link, ctx.clock()),
    createdAt: link.createdAt,
    updatedAt: link.updatedAt,
    expiresAt: link.expiresAt,
    deletedAt: link.deletedAt,
    version: link.version,
  };
}
