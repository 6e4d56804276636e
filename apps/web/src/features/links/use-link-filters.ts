'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { readFilters, writeFilters, type LinkFilters } from './link-filters.ts';

/** The filters of the list, held by the address; changing them does not ask the server for the page again. */
export function useLinkFilters(): [LinkFilters, (part: Partial<LinkFilters>) => void] {
  const query = useSearchParams();
  const path = usePathname();
  const filters = useMemo(() => readFilters(query), [query]);
  const change = useCallback(
    (part: Partial<LinkFilters>) => {
      const current = readFilters(new URLSearchParams(window.location.search));
      window.history.replaceState(null, '', path + writeFilters({ ...current, ...part }));
    },
    [path],
  );
  return [filters, change];
}
