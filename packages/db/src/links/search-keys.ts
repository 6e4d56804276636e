const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const GRAM = 3;
/** Keys of one link at most: a 2,048 character URL must not cost 2,000 index entries. About 350 characters are found. */
const MAX_KEYS = 400;

/** The fields of a link that a search looks into. */
export interface Searchable {
  readonly code: string;
  readonly longUrl: string;
  readonly title: string | null;
  readonly tags: readonly string[];
}

/** Lower case and one Unicode form, so that a search finds what looks the same. */
export function normalise(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** What is compared with a search term: code, title and URL without its scheme, one a line; the longest comes last. */
export function searchText(link: Searchable): string {
  const url = link.longUrl.replace(/^https?:\/\/(?:www\.)?/i, '');
  return normalise(`${link.code}\n${link.title === null ? '' : `${link.title}\n`}${url}`);
}

/**
 * Keys that a link is found by: a hash of each trigram, of the first one and two letters of each word, and of each tag,
 * all salted with the workspace, so that one tenant's common words are not another's (docs/decisions/search.md).
 */
export function searchKeys(workspaceId: string, link: Searchable): number[] {
  const salt = mix(FNV_OFFSET, workspaceId);
  const keys = new Set<number>(link.tags.map((tag) => tagKey(salt, tag)));
  const text = searchText(link);
  for (let at = 0; at < text.length && keys.size < MAX_KEYS; at++) {
    if (at + GRAM <= text.length) keys.add(gramKey(salt, text.slice(at, at + GRAM)));
    if (at === 0 || isBoundary(text.charCodeAt(at - 1))) {
      keys.add(prefixKey(salt, text.slice(at, at + 1)));
      if (at + 2 <= text.length) keys.add(prefixKey(salt, text.slice(at, at + 2)));
    }
  }
  return [...keys];
}

export interface TermKeys {
  /** All of these are in a link that matches. */
  readonly keys: readonly number[];
  readonly term: string;
  /** A regular expression where the term is too short for trigrams: then it matches at the beginning of a word. */
  readonly wordStart: string | null;
}

/** How to look for a term: three characters and more match anywhere, fewer only where a word begins. */
export function termKeys(workspaceId: string, raw: string): TermKeys {
  const term = normalise(raw);
  const salt = mix(FNV_OFFSET, workspaceId);
  if (term.length < GRAM) {
    const escaped = term.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    return {
      keys: [prefixKey(salt, term)],
      term,
      wordStart: `(^|[\\x01-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])${escaped}`,
    };
  }
  const keys = new Set<number>();
  for (let at = 0; at + GRAM <= term.length; at++) keys.add(gramKey(salt, term.slice(at, at + GRAM)));
  return { keys: [...keys], term, wordStart: null };
}

/** The key of a tag in a workspace. */
export function tagKeyOf(workspaceId: string, tag: string): number {
  return tagKey(mix(FNV_OFFSET, workspaceId), tag);
}

const gramKey = (salt: number, gram: string) => mix(mix(salt, '\u0001'), gram) | 0;
const prefixKey = (salt: number, prefix: string) => mix(mix(salt, '\u0002'), prefix) | 0;
const tagKey = (salt: number, tag: string) => mix(mix(salt, '\u0003'), tag) | 0;

/** ASCII that is neither letter nor digit separates words; everything beyond ASCII counts as a letter. */
function isBoundary(char: number): boolean {
  return (
    char < 0x30 ||
    (char > 0x39 && char < 0x41) ||
    (char > 0x5a && char < 0x61) ||
    (char > 0x7a && char < 0x80)
  );
}

/** FNV-1a, 32 bits, over UTF-16 units. */
function mix(seed: number, text: string): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), FNV_PRIME);
  return hash;
}
