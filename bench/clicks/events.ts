import type { ClickEvent } from '@brevia/core';

const AGENT_SHAPES = [
  (n: number) =>
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${120 + (n % 20)}.0.${n}.0 Safari/537.36`,
  (n: number) =>
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_${n % 7} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.${n % 7} Mobile/15E148 Safari/604.1 b${n}`,
  (n: number) =>
    `Mozilla/5.0 (Linux; Android ${10 + (n % 5)}; SM-G${n}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${110 + (n % 30)}.0.0.0 Mobile Safari/537.36`,
  (n: number) => `Mozilla/5.0 (compatible; Bot${n}/1.0; +https://bot.example/${n})`,
];
const COUNTRIES = [
  'US',
  'IN',
  'DE',
  'FR',
  'GB',
  'BR',
  'JP',
  'ID',
  'NG',
  'MX',
  'IT',
  'ES',
  'PL',
  'CA',
  'AU',
  '',
];
const REFERRERS = ['', 'www.google.com', 't.co', 'www.facebook.com', 'news.example.org', 'mail.example.com'];
const LANGUAGES = ['en-US', 'en-GB', 'de-DE', 'fr-FR', 'hi-IN', 'pt-BR', ''];

export interface EventMix {
  /** How many links; 1 % of them take about 80 % of the clicks. */
  readonly links: number;
  /** How many different user agents. */
  readonly agents: number;
}

/** A generator of clicks as they come from the world: skewed links, some thousand user agents, mostly people. */
export function createEvents(mix: EventMix, seed = 1): () => ClickEvent {
  let state = seed;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  let serial = 0;
  return () => {
    const isHot = random() < 0.8;
    const link = Math.floor(random() * (isHot ? Math.max(1, mix.links / 100) : mix.links));
    const agent = Math.floor(random() ** 2 * mix.agents);
    const shape = AGENT_SHAPES[random() < 0.05 ? 3 : agent % 3] ?? AGENT_SHAPES[0];
    return {
      id: `${seed.toString(36)}-${(serial++).toString(36)}`,
      domain: 'default',
      code: link.toString(36).padStart(7, '0'),
      owner: `workspace-${link % 500}`,
      ts: Date.now() - Math.floor(random() * 1_000),
      country: pick(COUNTRIES),
      referrer: pick(REFERRERS),
      userAgent: shape?.(agent) ?? '',
      language: pick(LANGUAGES),
      visitor: String(Math.floor(random() * 2 ** 52)),
      region: 'bench',
    };
  };
}
