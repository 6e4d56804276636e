'use client';

import type { LinkPage } from '@brevia/api';
import { useQueries } from '@tanstack/react-query';
import { useTRPC } from '../../client/trpc.tsx';

const REFRESH_MS = 30_000;

/**
 * Clicks beside the links of a list. Asked apart from the list, page by page, so that links show at once and also while
 * the click store is away.
 * @returns for a code: its clicks, undefined while they are counted, null when they can't be
 */
export function useLinkTotals(pages: readonly LinkPage[] | undefined) {
  const trpc = useTRPC();
  const answers = useQueries({
    queries: (pages ?? [])
      .filter((page) => page.items.length > 0)
      .map((page) => ({
        ...trpc.stats.totals.queryOptions({ codes: page.items.map((link) => link.code) }),
        refetchInterval: REFRESH_MS,
        retry: false,
      })),
    combine: (results) => ({
      clicks: new Map(
        results.flatMap(({ data }) => data?.map((row) => [row.code, row.clicks] as const) ?? []),
      ),
      isPending: results.some((result) => result.isPending),
    }),
  });
  return (code: string): number | null | undefined =>
    answers.clicks.get(code) ?? (answers.isPending ? undefined : null);
}
