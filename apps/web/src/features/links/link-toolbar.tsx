'use client';

import { Search, Tag, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Select } from '../../components/ui/select.tsx';
import { inputStyle } from '../../components/ui/field.tsx';
import { cn } from '../../components/ui/cn.ts';
import { useTranslator } from '../../i18n/provider.tsx';
import { MAX_SEARCH_LENGTH, SORT_NAMES, STATE_FILTERS, type LinkFilters } from './link-filters.ts';

const PAUSE_MS = 250;

interface Props {
  filters: LinkFilters;
  onChange: (part: Partial<LinkFilters>) => void;
}

export function LinkToolbar({ filters, onChange }: Props) {
  const { t } = useTranslator();
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <SearchField value={filters.search} onChange={onChange} />
      {filters.tag !== '' && (
        <button
          type="button"
          aria-label={t('links.filter.removeTag', { tag: filters.tag })}
          onClick={() => onChange({ tag: '' })}
          className="flex h-9 items-center gap-1.5 rounded-lg border border-line bg-accent-soft px-2.5 text-[0.8125rem] font-medium text-accent-ink"
        >
          <Tag aria-hidden className="size-3.5" />
          <span className="max-w-40 truncate">{filters.tag}</span>
          <X aria-hidden className="size-3.5" />
        </button>
      )}
      <Select
        aria-label={t('links.filter.state')}
        value={filters.state}
        className="max-sm:flex-1"
        onChange={(event) =>
          onChange({ state: STATE_FILTERS.find((state) => state === event.target.value) ?? '' })
        }
      >
        <option value="">{t('links.filter.all')}</option>
        {STATE_FILTERS.map((state) => (
          <option key={state} value={state}>
            {t(`links.state.${state}`)}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t('links.sort')}
        value={filters.sort}
        className="max-sm:flex-1"
        onChange={(event) =>
          onChange({ sort: SORT_NAMES.find((name) => name === event.target.value) ?? 'newest' })
        }
      >
        {SORT_NAMES.map((name) => (
          <option key={name} value={name}>
            {t(`links.sort.${name}`)}
          </option>
        ))}
      </Select>
    </div>
  );
}

function SearchField({ value, onChange }: { value: string; onChange: Props['onChange'] }) {
  const { t } = useTranslator();
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    // The address changed: by what was typed here, or by "Clear filters" and the history.
    setSeen(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange({ search: typed }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    <div className="relative min-w-0 flex-1 max-sm:basis-full">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-faint"
      />
      <input
        type="search"
        aria-label={t('links.search')}
        placeholder={t('links.search.placeholder')}
        maxLength={MAX_SEARCH_LENGTH}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className={cn(inputStyle, 'h-9 pl-9')}
      />
    </div>
  );
}
