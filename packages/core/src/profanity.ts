import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';

const matcher = new RegExpMatcher({
  ...englishDataset.build(),
  ...englishRecommendedTransformers,
});

/**
 * Does an alias contain an offensive English word, also in leetspeak or spelled letter by letter (ALIAS-2)? Words are
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
