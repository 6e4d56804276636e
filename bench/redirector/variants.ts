/** One thing to measure: what the redirector is given, and what is asked of it. */
export interface Variant {
  readonly name: string;
  /** Which paths the load asks for, one after the other. */
  readonly paths: 'few links' | 'links' | 'links with a slash' | 'many links' | 'unknown';
  readonly clicks: 'kafka' | 'spool' | 'broker away';
  readonly redis: boolean;
  /** Status that every answer must have. */
  readonly status: 'redirect' | 'not found';
}

export const variants: readonly Variant[] = [
  {
    name: 'fast lane, 50 links, clicks dropped (broker away)',
    paths: 'few links',
    clicks: 'broker away',
    redis: true,
    status: 'redirect',
  },
  {
    name: 'fast lane, 50 links, clicks published to Kafka',
    paths: 'few links',
    clicks: 'kafka',
    redis: true,
    status: 'redirect',
  },
  {
    name: 'fast lane, 50 links, clicks appended to the spool',
    paths: 'few links',
    clicks: 'spool',
    redis: true,
    status: 'redirect',
  },
  {
    name: 'fast lane, 5,000 links, clicks published to Kafka',
    paths: 'links',
    clicks: 'kafka',
    redis: true,
    status: 'redirect',
  },
  {
    name: 'slow lane (50 links in memory, through node:http), Kafka',
    paths: 'links with a slash',
    clicks: 'kafka',
    redis: true,
    status: 'redirect',
  },
  {
    name: 'Redis tier (30,000 links in turn, none in memory), Kafka',
    paths: 'many links',
    clicks: 'kafka',
    redis: true,
    status: 'redirect',
  },
  {
    name: 'store tier (30,000 links in turn, no Redis), Kafka',
    paths: 'many links',
    clicks: 'kafka',
    redis: false,
    status: 'redirect',
  },
  {
    name: 'unknown codes (30,000 in turn)',
    paths: 'unknown',
    clicks: 'kafka',
    redis: true,
    status: 'not found',
  },
];
