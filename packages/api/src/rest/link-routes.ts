import { statusOf } from '@brevia/core';
import type { BulkResult, LinkDto } from '../links/schema.ts';
import { restDetail, restErrors } from './problem.ts';
import type { Route } from './route.ts';

const KILOBYTE = 1_024;
const ONE_LINK = 32 * KILOBYTE;
const MANY_LINKS = 1_024 * KILOBYTE;

/** @param apiUrl public address of the API, such as https://brevia.example/api/v1 */
export function linkRoutes(apiUrl: string): readonly Route[] {
  const location = (link: LinkDto) => ({ Location: `${apiUrl}/links/${encodeURIComponent(link.code)}` });
  return [
    {
      method: 'POST',
      path: '/links',
      query: {},
      maxBody: ONE_LINK,
      async run({ caller, body }) {
        const link = await caller.links.create(body as never);
        return { status: 201, headers: location(link), json: link };
      },
    },
    {
      method: 'POST',
      path: '/links/bulk',
      query: {},
      maxBody: MANY_LINKS,
      async run({ caller, body }) {
        const results = await caller.links.createMany(body as never);
        return { status: 207, json: { results: results.map(toBulkItem) } };
      },
    },
    {
      method: 'GET',
      path: '/links',
      query: {
        limit: 'integer',
        cursor: 'text',
        search: 'text',
        tag: 'text',
        state: 'text',
        sort: 'text',
        order: 'text',
      },
      async run({ caller, query }) {
        const page = await caller.links.list(query);
        return { status: 200, json: { data: page.items, nextCursor: page.nextCursor } };
      },
    },
    {
      method: 'GET',
      path: '/links/{code}',
      query: {},
      run: async ({ caller, code }) => ({ status: 200, json: await caller.links.get({ code }) }),
    },
    {
      method: 'PATCH',
      path: '/links/{code}',
      query: {},
      maxBody: ONE_LINK,
      async run({ caller, code, body }) {
        return { status: 200, json: await caller.links.update({ ...refuseCode(body), code }) };
      },
    },
    {
      method: 'DELETE',
      path: '/links/{code}',
      query: {},
      async run({ caller, code }) {
        await caller.links.delete({ code });
        return { status: 204 };
      },
    },
    {
      method: 'POST',
      path: '/links/{code}/restore',
      query: {},
      run: async ({ caller, code }) => ({ status: 200, json: await caller.links.restore({ code }) }),
    },
  ];
}

/** The code of a link never changes: a `code` in the body must not be taken for the one in the path. */
function refuseCode(body: object): object {
  return 'code' in body ? { ...body, '\0code': true } : body;
}

function toBulkItem(result: BulkResult) {
  if (result.ok) return { status: 201, link: result.link };
  const { code, fields, suggestions } = result.error;
  const errors = restErrors(fields);
  return {
    status: statusOf[code],
    error: {
      code,
      detail: restDetail(result.error, errors),
      errors,
      ...(suggestions === undefined ? {} : { suggestions }),
    },
  };
}
