import { z } from 'zod';
import type { Scope } from '../actor.ts';
import { BULK_LIMIT, createLinkInput, linkDto, listLinksInput, updateLinkInput } from '../links/schema.ts';
import { BOT_FILTERS, breakdownInput, DIMENSIONS, seriesInput } from '../stats/schema.ts';
import { analyticsAnswer, bulkAnswer, linkPageAnswer, summaryAnswer } from './answers.ts';

export interface Operation {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** What an API key needs; null where anybody may call. */
  readonly scope: Scope;
  readonly isOpen?: boolean;
  readonly body?: z.ZodType;
  readonly query?: Readonly<Record<string, z.ZodType>>;
  readonly success: number;
  /** Named schema of the answer, or media types that are not JSON. */
  readonly answer?: { readonly name: string; readonly schema: z.ZodType };
  readonly media?: readonly string[];
  readonly problems: readonly number[];
}

const link = { name: 'Link', schema: linkDto };
const updateBody = updateLinkInput.omit({ code: true });
const bulkBody = z.strictObject({ links: z.array(createLinkInput).min(1).max(BULK_LIMIT) });
const listQuery = listLinksInput.shape;
const { from, to, timezone, granularity } = seriesInput.shape;
const colour = z.string().meta({ pattern: '^#?[0-9a-fA-F]{6}$', examples: ['1a2b3c'] });

/** What the OpenAPI document says of each route; a test keeps the two tables equal. */
export const operations: Readonly<Record<string, Operation>> = {
  'POST /links': {
    id: 'createLink',
    summary: 'Shorten an address',
    description:
      'Open to anybody unless the operator has turned that off; with an API key the link belongs to its workspace.',
    scope: 'links:write',
    isOpen: true,
    body: createLinkInput,
    success: 201,
    answer: link,
    problems: [400, 401, 403, 409, 413, 415, 429, 503],
  },
  'POST /links/bulk': {
    id: 'createLinks',
    summary: 'Shorten up to 100 addresses',
    description:
      'Each item succeeds or fails alone; the results come in the order of the request, and each item counts against the limit.',
    scope: 'links:write',
    isOpen: true,
    body: bulkBody,
    success: 207,
    answer: { name: 'BulkResults', schema: bulkAnswer },
    problems: [400, 401, 403, 409, 413, 415, 429, 503],
  },
  'GET /links': {
    id: 'listLinks',
    summary: 'List the links of the workspace',
    scope: 'links:read',
    query: listQuery,
    success: 200,
    answer: { name: 'LinkPage', schema: linkPageAnswer },
    problems: [400, 401, 403, 503],
  },
  'GET /links/{code}': {
    id: 'getLink',
    summary: 'Read a link',
    scope: 'links:read',
    success: 200,
    answer: link,
    problems: [401, 403, 404, 503],
  },
  'PATCH /links/{code}': {
    id: 'updateLink',
    summary: 'Change a link',
    description: 'Fields that are missing stay as they are; null clears.',
    scope: 'links:write',
    body: updateBody,
    success: 200,
    answer: link,
    problems: [400, 401, 403, 404, 413, 415, 503],
  },
  'DELETE /links/{code}': {
    id: 'deleteLink',
    summary: 'Delete a link',
    description: 'It stops redirecting at once; its code is never given out again.',
    scope: 'links:write',
    success: 204,
    problems: [401, 403, 404, 503],
  },
  'POST /links/{code}/restore': {
    id: 'restoreLink',
    summary: 'Bring a deleted link back',
    scope: 'links:write',
    success: 200,
    answer: link,
    problems: [401, 403, 404, 503],
  },
  'GET /links/{code}/stats': {
    id: 'getStats',
    summary: 'Clicks of a link in short',
    scope: 'stats:read',
    success: 200,
    answer: { name: 'StatsSummary', schema: summaryAnswer },
    problems: [401, 403, 404, 503],
  },
  'GET /links/{code}/analytics': {
    id: 'getAnalytics',
    summary: 'Clicks over time and by dimension',
    description: 'As CSV: the series, or with `by` the break-downs.',
    scope: 'stats:read',
    query: {
      from,
      to,
      granularity,
      timezone,
      by: z.array(z.enum(DIMENSIONS)).meta({ description: 'Comma-separated.' }),
      limit: breakdownInput.shape.limit,
      bots: z.enum(BOT_FILTERS).default('exclude'),
      format: z.enum(['json', 'csv']).default('json'),
    },
    success: 200,
    answer: { name: 'Analytics', schema: analyticsAnswer },
    media: ['text/csv'],
    problems: [400, 401, 403, 404, 503],
  },
  'GET /links/{code}/qr': {
    id: 'getQrCode',
    summary: 'The short URL as a QR code',
    scope: 'links:read',
    query: {
      format: z.enum(['svg', 'png']).default('svg'),
      size: z
        .int()
        .min(64)
        .max(2_048)
        .default(512)
        .meta({ description: 'Pixels along a side at most; PNG only.' }),
      margin: z.int().min(0).max(16).default(4),
      color: colour.default('#000000'),
      background: colour.default('#ffffff'),
    },
    success: 200,
    media: ['image/svg+xml', 'image/png'],
    problems: [400, 401, 403, 404, 503],
  },
};
