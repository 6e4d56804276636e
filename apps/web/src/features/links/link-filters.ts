const STATES = ['active', 'disabled', 'expired', 'deleted'] as const;
export type StateFilter = (typeof STATES)[number];

/** The orders that the list offers, as the API names them. */
export const SORTS = {
  newest: { sort: 'created_at', order: 'desc' },
  oldest: { sort: 'created_at', order: 'asc' },
  updated: { sort: 'updated_at', order: 'desc' },
  code: { sort: 'code', order: 'asc' },
} as const;
export type SortName = keyof typeof SORTS;
export const SORT_NAMES = Object.keys(SORTS) as SortName[];
export const STATE_FILTERS: readonly StateFilter[] = STATES;

/** What the list of links is narrowed to; it lives in the address, so that it can be shared and survives a reload. */
export interface LinkFilters {
  readonly search: string;
  readonly tag: string;
  readonly state: StateFilter | '';
  readonly sort: SortName;
}

export const MAX_SEARCH_LENGTH = 200;
const MAX_TAG_LENGTH = 50;

/** Reads the query of the address; what is unknown there counts as not given. */
export function readFilters(query: { get(name: string): string | null }): LinkFilters {
  const state = STATES.find((known) => known === query.get('state')) ?? '';
  const sort = SORT_NAMES.find((known) => known === query.get('sort')) ?? 'newest';
  return {
    search: (query.get('q') ?? '').slice(0, MAX_SEARCH_LENGTH),
    tag: (query.get('tag') ?? '').slice(0, MAX_TAG_LENGTH),
    state,
    sort,
  };
}

/** The query for the address, empty where all is as it comes. */
export function writeFilters({ search, tag, state, sort }: LinkFilters): string {
  const query = new URLSearchParams();
  if (search !== '') query.set('q', search);
  if (tag !== '') query.set('tag', tag);
  if (state !== '') query.set('state', state);
  if (sort !== 'newest') query.set('sort', sort);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** Input of `links.list` for these filters. */
export function toListInput({ search, tag, state, sort }: LinkFilters) {
  const wanted = search.trim();
  return {
    limit: 50,
    ...SORTS[sort],
    ...(wanted !== '' && { search: wanted }),
    ...(tag !== '' && { tag }),
    ...(state !== '' && { state }),
  };
}

export const isNarrowed = ({ search, tag, state }: LinkFilters): boolean =>
  search.trim() !== '' || tag !== '' || state !== '';
