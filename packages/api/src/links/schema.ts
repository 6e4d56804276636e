import type { ErrorCode, FieldError } from '@brevia/core';
import { z } from 'zod';
import { code, instant, text } from '../fields.ts';

const TAG_LIMIT = 20;
export const BULK_LIMIT = 100;

const longUrl = z
  .string()
  .meta({ description: 'Where the link leads: http or https, at most 2,048 characters.' });
const customAlias = z
  .string()
  .meta({ description: '3 to 20 letters and digits, with - and _ inside.', examples: ['spring-sale'] });
const tags = z.array(text(50).min(1)).max(TAG_LIMIT);

/** Input of `links.create`. What the target and the alias must look like is decided by core, in the use-case. */
export const createLinkInput = z.strictObject({
  longUrl,
  customAlias: customAlias.nullish(),
  expiresAt: instant.nullish(),
  permanent: z.boolean().optional(),
  forwardQuery: z.boolean().optional(),
  title: text(200).nullish(),
  notes: text(2_000).nullish(),
  tags: tags.optional(),
});
export type CreateLinkInput = z.output<typeof createLinkInput>;

/** Items are validated one by one in the use-case, so that one bad item does not refuse the others. */
export const createLinksInput = z.strictObject({
  links: z
    .array(z.custom<z.input<typeof createLinkInput>>(() => true))
    .min(1)
    .max(BULK_LIMIT),
});
export type CreateLinksInput = z.output<typeof createLinksInput>;

export const linkCodeInput = z.strictObject({ code });
export type LinkCodeInput = z.output<typeof linkCodeInput>;

/** Input of `links.update`: a missing field stays as it is, null clears (C166, C167, C168). */
export const updateLinkInput = z.strictObject({
  code,
  longUrl: longUrl.optional(),
  expiresAt: instant.nullable().optional(),
  permanent: z.boolean().optional(),
  forwardQuery: z.boolean().optional(),
  enabled: z.boolean().optional(),
  title: text(200).nullable().optional(),
  notes: text(2_000).nullable().optional(),
  tags: tags.nullable().optional(),
});
export type UpdateLinkInput = z.output<typeof updateLinkInput>;

const LINK_STATES = ['active', 'disabled', 'expired', 'deleted'] as const;
const LINK_SORTS = ['created_at', 'updated_at', 'code'] as const;

/** Input of `links.list`. Without `state`: all but the deleted ones. */
export const listLinksInput = z.strictObject({
  limit: z.number().int().min(1).max(100).default(25),
  cursor: z.string().max(500).nullish(),
  search: text(200).optional(),
  tag: text(50).optional(),
  state: z.enum(LINK_STATES).optional(),
  sort: z.enum(LINK_SORTS).default('created_at'),
  order: z.enum(['asc', 'desc']).default('desc'),
});
export type ListLinksInput = z.output<typeof listLinksInput>;

export const checkAliasInput = z.strictObject({ alias: z.string().max(200) });
export type CheckAliasInput = z.output<typeof checkAliasInput>;

/** A link as the dashboard sees it; REST maps the names to snake_case and the dates to ISO strings. */
export const linkDto = z.object({
  domain: z.string(),
  code: z.string(),
  shortUrl: z.string(),
  longUrl: z.string(),
  title: z.string().nullable(),
  notes: z.string().nullable(),
  tags: z.array(z.string()).readonly(),
  permanent: z.boolean(),
  forwardQuery: z.boolean(),
  enabled: z.boolean(),
  isCustom: z.boolean(),
  state: z.enum(LINK_STATES),
  createdAt: z.date(),
  updatedAt: z.date(),
  expiresAt: z.date().nullable(),
  deletedAt: z.date().nullable(),
  version: z.number(),
});
export type LinkDto = z.output<typeof linkDto>;

export interface LinkPage {
  readonly items: readonly LinkDto[];
  readonly nextCursor: string | null;
}

export interface AliasCheck {
  readonly available: boolean;
  /** Why not, null when it is available. */
  readonly reason: { readonly code: string; readonly message: string } | null;
  /** Free aliases close to the one that is taken. */
  readonly suggestions: readonly string[];
}

/** What became of one item of a bulk create, in the order of the input. */
export type BulkResult =
  { readonly ok: true; readonly link: LinkDto } | { readonly ok: false; readonly error: BulkError };

interface BulkError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly fields: readonly FieldError[];
  readonly suggestions?: readonly string[];
}
