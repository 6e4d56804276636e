import { DataSet, englishDataset, englishRecommendedTransformers, pattern, RegExpMatcher } from 'obscenity';

// What the library's list has not (a bar is a word boundary; doubled n are one when patterns are compared), and innocent
// words that it takes for others.
const dataset = new DataSet<{ originalWord: string }>()
  .addAll(englishDataset)
  .addPhrase((phrase) =>
    phrase
      .setMetadata({ originalWord: 'nazi' })
      .addPattern(pattern`|nazi|`)
      .addPattern(pattern`|nazis|`)
      .addPattern(pattern`|hitler|`),
  )
  .addPhrase((phrase) =>
    phrase
      .setMetadata({ originalWord: 'merde' })
      .addPattern(pattern`|merde|`)
      .addPattern(pattern`|putain|`)
      .addPattern(pattern`|conard|`)
      .addPattern(pattern`|conasse|`)
      .addPattern(pattern`|salope|`)
      .addPattern(pattern`|encule|`),
  )
  .addPhrase((phrase) =>
    ['rapeseed', 'shiitake', 'penistone', 'mishit', 'drape', 'grape', 'scrape', 'therapeutic'].reduce(
      (words, word) => words.addWhitelistedTerm(word),
      phrase.setMetadata({ originalWord: 'innocent' }),
    ),
  );

const matcher = new RegExpMatcher({ ...dataset.build(), ...englishRecommendedTransformers });

/**
 * Does an alias contain an offensive word, English or French, also in leetspeak or spelled letter by letter (ALIAS-2)? Words are
 * taken apart at `-` and `_`, so that `push-it` isn't one.
 */
export function isProfane(alias: string): boolean {
  const words = alias.split(/[-_]+/);
  return matcher.hasMatch(words.join(' ')) || matcher.hasMatch(joinSpelled(words));
}

/** `f-u-c-k-off` as `fuck off`: neighbours of one letter each are one word. */
function joinSpelled(words: readonly string[]): string {
  let text = '';
  for (let i = 0; i < words.length; i++) {
    const isSpelled = i > 0 && words[i]!.length === 1 && words[i - 1]!.length === 1;
    text += i === 0 || isSpelled ? words[i]! : ` ${words[i]!}`;
  }
  return text;
}
