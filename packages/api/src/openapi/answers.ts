import { z } from 'zod';
import { linkDto } from '../links/schema.ts';
import { DIMENSIONS, GRANULARITIES } from '../stats/schema.ts';

const clicks = z.int().min(0);

export const linkPageAnswer = z.object({ data: z.array(linkDto), nextCursor: z.string().nullable() });

export const summaryAnswer = z.object({
  code: z.string(),
  totalClicks: clicks.meta({ description: 'Clicks of people since the link was made.' }),
  clicksLast24h: clicks.meta({ description: 'Clicks of people in the 24 hours before now.' }),
  topCountries: z
    .array(z.object({ countryCode: z.string().meta({ description: 'ISO 3166-1 alpha-2.' }), clicks }))
    .max(5),
  lastUpdated: z.date().nullable(),
  botClicks: clicks,
  uniqueVisitors: clicks,
});

export const analyticsAnswer = summaryAnswer.extend({
  series: z.object({
    from: z.date(),
    to: z.date(),
    granularity: z.enum(GRANULARITIES),
    timezone: z.string(),
    points: z.array(
      z.object({
        start: z.date(),
        clicks: clicks.meta({ description: 'As the parameter bots says.' }),
        humanClicks: clicks,
        botClicks: clicks,
        uniqueVisitors: clicks,
      }),
    ),
  }),
  breakdowns: z
    .partialRecord(z.enum(DIMENSIONS), z.array(z.object({ value: z.string(), clicks })))
    .meta({ description: 'One list for each asked dimension; an empty value means unknown.' }),
});

export const problemAnswer = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string().meta({ description: 'For programs; closed set.' }),
    errors: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })),
    suggestions: z.array(z.string()).optional().meta({ description: 'Free aliases, with alias_taken.' }),
    requestId: z.string(),
  })
  .meta({ description: 'RFC 9457' });

export const bulkAnswer = z.object({
  results: z.array(
    z.union([
      z.object({ status: z.literal(201), link: linkDto }),
      z.object({
        status: z.int(),
        error: problemAnswer.pick({ code: true, detail: true, errors: true, suggestions: true }),
      }),
    ]),
  ),
});
