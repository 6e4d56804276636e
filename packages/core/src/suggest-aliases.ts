import { foldAlias, MAX_ALIAS_LENGTH, parseAlias } from './alias.ts';

const COUNT = 5;
const ATTEMPTS = 40;
const FALLBACK = 'link';

/**
 * Five other aliases close to one that is taken, all legal and different from each other and from it, also by case.
 * Whether they are free is not known here. `random` gives a number in [0, 1), such as Math.random.
 */
export function suggestAliases(alias: string, random: () => number): string[] {
  const suggestions = new Map<string, string>();
  const taken = foldAlias(alias);
  for (const base of [stem(alias), FALLBACK]) {
    for (let attempt = 0; attempt < ATTEMPTS && suggestions.size < COUNT; attempt++) {
      const suggestion = variant(base, attempt, random);
      const folded = foldAlias(suggestion);
      if (folded !== taken && parseAlias(suggestion).ok) suggestions.set(folded, suggestion);
    }
  }
  return [...suggestions.values()];
}

/** What is legal of the alias, so that a suggestion can be made for anything. */
function stem(alias: string): string {
  const legal = alias
    .slice(0, 4 * MAX_ALIAS_LENGTH)
    .normalize('NFKC')
    .replace(/[^0-9A-Za-z_-]+/g, '-')
    .replace(/^[-_]+|[-_]+$/g, '');
  return legal === '' ? FALLBACK : legal;
}

function variant(base: string, attempt: number, random: () => number): string {
  // The attempt is part of the number, so that even a constant `random` gives different ones.
  const number = (Math.floor(random() * 97) + attempt * 7) % 1000;
  switch (attempt % 5) {
    case 0:
      return cut(base, 3) + `-${2 + (number % 98)}`;
    case 1:
      return `my-${cut(base, 3)}`;
    case 2:
      return `${cut(base, 5)}-link`;
    case 3:
      return `go-${cut(base, 3)}`;
    default:
      return cut(base, 4) + `-${100 + (number % 900)}`;
  }
}

function cut(base: string, room: number): string {
  return base.slice(0, MAX_ALIAS_LENGTH - room).replace(/[-_]+$/, '');
}
