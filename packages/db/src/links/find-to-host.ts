import { withParentDomains } from '@brevia/core';
import { Prisma } from '../generated/client.ts';
import type { Client } from '../client/client.ts';
import { withRetry } from '../retry/retry.ts';

/** Rows that one step looks through: some milliseconds, so that no statement holds the store up. */
const LOOKED_THROUGH = 20_000;

export interface LinksToHost {
  /** Codes of links that still redirect to the host or a domain below it, in the order of the walk. */
  readonly codes: readonly string[];
  /** Where the next step begins; null at the end. */
  readonly nextCode: string | null;
}

export interface HostStep {
  readonly domain: string;
  /** As targets have it: lower case, punycode. */
  readonly host: string;
  /** The step begins after this code. */
  readonly after: string | null;
  /** Most codes that one step gives. */
  readonly limit: number;
}

/**
 * One step of a walk over all enabled links of a domain, to find those that lead to a host. There is no index by host, as
 * only an admin asks, and seldom: the walk is cut into bounded steps instead. Throws BreviaError `unavailable`.
 */
export function createFindToHost(client: Client): (step: HostStep) => Promise<LinksToHost> {
  return ({ domain, host, after, limit }) =>
    withRetry(
      async () => {
        const from = after ?? '';
        const [end] = await client.$queryRaw<{ last: string | null; looked: bigint }[]>(Prisma.sql`
          SELECT max(code) AS last, count(*) AS looked FROM (
            SELECT code FROM links WHERE domain = ${domain} AND code > ${from} ORDER BY code LIMIT ${LOOKED_THROUGH}::INT8
          ) AS step`);
        if (end === undefined || end.last === null) return { codes: [], nextCode: null };
        const rows = await client.$queryRaw<{ code: string; long_url: string }[]>(Prisma.sql`
          SELECT code, long_url FROM links
          WHERE domain = ${domain} AND code > ${from} AND code <= ${end.last} AND enabled = TRUE AND deleted_at IS NULL
            AND strpos(long_url, ${host}) > 0
          ORDER BY code LIMIT ${limit}::INT8`);
        const codes = rows.filter((row) => leadsTo(row.long_url, host)).map(({ code }) => code);
        if (rows.length === limit) return { codes, nextCode: rows.at(-1)!.code };
        return { codes, nextCode: end.looked < LOOKED_THROUGH ? null : end.last };
      },
      { idempotent: true },
    );
}

/** The same rule as core's `parseTarget`: a blocked domain covers those below it. */
function leadsTo(longUrl: string, host: string): boolean {
  if (!URL.canParse(longUrl)) return false;
  return withParentDomains(new URL(longUrl).hostname.replace(/\.$/, '')).includes(host);
}
