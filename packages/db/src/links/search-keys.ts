const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const GRAM = 3;
/** Neighbouring trigrams of which one becomes a key. */
const WINDOW = 2;
/** Terms of this many characters and more are found through the index; shorter ones by walking the list. */
export const INDEXED_LENGTH = GRAM + WINDOW - 1;
/** Characters of the text that are indexed: a 2,048 character URL must not cost a thousand index entries. */
const INDEXED_TEXT = 512;

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

/** What is compared with a search term: code, title and URL, one a line; the longest comes last. */
export function searchText(link: Searchable): string {
  return normalise(`${link.code}\n${link.title === null ? '' : `${link.title}\n`}${link.longUrl}`);
}

/**
 * Keys that a link is found by: minimizers of its text and a hash of each tag, all salted with the workspace, so that one
 * tenant's common words are not another's (docs/decisions/search.md).
 *
 * Of each 2 neighbouring trigrams the one with the smaller hash is a key (Roberts et al., "Reducing storage requirements
 * for biological sequence comparison", 2004). Whatever two texts share at 4 characters and more they choose alike, so a
 * text that contains a term has all of the term's keys, with a third fewer keys than trigrams.
 */
export function searchKeys(workspaceId: string, link: Searchable): number[] {
  const salt = mix(FNV_OFFSET, workspaceId);
  const keys = new Set<number>();
  for (const tag of link.tags) keys.add(tagKey(salt, tag));
  for (const line of searchText(link).slice(0, INDEXED_TEXT).split('\n')) addMinimizers(salt, line, keys);
  return [...keys];
}

/** The keys that every link with this term in its text has; none for a term shorter than INDEXED_LENGTH. */
export function termKeys(workspaceId: string, term: string): number[] {
  const keys = new Set<number>();
  addMinimizers(mix(FNV_OFFSET, workspaceId), normalise(term), keys);
  return [...keys];
}

/** The key of a tag in a workspace. */
export function tagKeyOf(workspaceId: string, tag: string): number {
  return tagKey(mix(FNV_OFFSET, workspaceId), tag);
}

function addMinimizers(salt: number, text: string, keys: Set<number>): void {
  const grams: number[] = [];
  for (let at = 0; at + GRAM <= text.length; at++) {
    let hash = salt;
    for (let i = at; i < at + GRAM; i++) hash = Math.imul(hash ^ text.charCodeAt(i), FNV_PRIME);
    grams.push(spread(hash));
  }
  for (let at = 0; at + WINDOW <= grams.length; at++) {
    keys.add(Math.min(grams[at]!, grams[at + 1]!));
  }
}

// The mark keeps a tag apart from the same letters in a text.
const tagKey = (salt: number, tag: string) => spread(mix(mix(salt, '\u0001'), tag));

/** FNV-1a, 32 bits, over UTF-16 units. */
function mix(seed: number, text: string): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), FNV_PRIME);
  return hash;
}

/** Murmur3's last step: FNV alone orders short texts by their last letter, and the minimum must be either of the two. */
function spread(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
