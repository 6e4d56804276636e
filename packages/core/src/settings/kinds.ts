import { z } from 'zod';
import { parseTrustedProxies } from '../trusted-proxies.ts';

const SHORTEST_SECRET = 32;

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

/** A whole number within bounds, both inclusive. */
export function wholeNumber(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.coerce
    .number({ error })
    .refine((value) => Number.isInteger(value) && value >= least && value <= most, { error });
}

/** A number with or without a fraction. */
export function decimal(least: number, most: number) {
  const error = `must be a number from ${least} to ${most}`;
  return z.coerce.number({ error }).refine((value) => value >= least && value <= most, { error });
}

/** A TCP port; 0 is any free one. */
export const port = () => wholeNumber(0, 65_535);

/** How often a minute. */
export const perMinute = () => wholeNumber(1, 1_000_000_000);

export function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` });
}

export const flag = () => oneOf(['true', 'false', '1', '0']);
export const isOn = (value: z.output<ReturnType<typeof flag>>): boolean => value === 'true' || value === '1';

export const logLevel = () => oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']);

/** A key; its value is in no message. */
export const secret = () =>
  z.string().min(SHORTEST_SECRET, `must have at least ${SHORTEST_SECRET} characters`);

/** Text with something in it, of a bounded length. */
export const text = (most = 4_096) => z.string().min(1).max(most, `must have at most ${most} characters`);

/** A public address of ours, given back without slashes at its end. */
export const webAddress = () =>
  z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://brevia.example' })
    .transform((url) => url.replace(/\/+$/, ''));

export const databaseUrl = () =>
  z.url({
    protocol: /^postgres(ql)?$/,
    error: 'must be an address such as postgresql://user:password@host:26257/brevia',
  });

export const clickhouseUrl = () =>
  z.url({ protocol: /^https?$/, error: 'must be an address such as http://user:password@host:8123' });

/** An SMTP server, with TLS from the first byte (smtps) or after STARTTLS. */
export const smtpUrl = () =>
  z.url({
    protocol: /^smtps?$/,
    hostname: /./,
    error: 'must be an address such as smtps://user:password@mail.example.com:465',
  });

/** One sender of mail: an address, or a name and an address in angle brackets. */
export const mailSender = () =>
  z
    .string()
    .max(320, 'must have at most 320 characters')
    .regex(/^(?:[^\p{Cc}"<>,;:@]+<[^\s<>,;:@"]+@[^\s<>,;:@"]+>|[^\s<>,;:@"]+@[^\s<>,;:@"]+)$/u, {
      error: 'must be an address such as no-reply@example.com, or Brevia <no-reply@example.com>',
    });

/** The name of a cluster of ClickHouse: it becomes part of statements, so a plain word. */
export const clickhouseCluster = () =>
  z.string().regex(/^[\w-]{1,64}$/, 'must be a plain word of letters, digits, _ and -');

/** A list with commas of which each item has a form, as the text that it was. */
const checkedList = (item: RegExp, error: string) =>
  z.string().refine((value) => listOf(value).length > 0 && listOf(value).every((one) => item.test(one)), {
    error,
  });

/** One address, or several with commas: a cluster. */
export const redisUrls = () =>
  checkedList(/^rediss?:\/\//, 'must hold addresses such as redis://host:6379, several with commas');

export const kafkaBrokers = () =>
  checkedList(/^[^\s:/]+:\d+$/, 'must hold addresses such as host:9092, several with commas');

/** The items of a list with commas. @param list a kind above */
export const asList = <Kind extends z.ZodType<string>>(list: Kind) => list.transform(listOf);

/** Headers as OpenTelemetry writes them in settings: `name=value`, several with commas, values percent-encoded. */
export const headerPairs = () =>
  z.string().transform((value, context) => {
    const pairs = listOf(value).map((item) => /^([\w-]+)=([\x21-\x7e]+)$/.exec(item));
    const wrong = pairs.some((pair) => pair === null || !isPercentEncoded(pair[2] ?? ''));
    if (!wrong)
      return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', decodeURIComponent(pair?.[2] ?? '')]));
    context.addIssue({
      code: 'custom',
      message: 'must hold headers such as x-api-key=secret, several with commas',
    });
    return z.NEVER;
  });

function isPercentEncoded(value: string): boolean {
  return /^(?:[^%]|%[2-7][0-9a-f])*$/i.test(value);
}

/** TRUSTED_PROXIES, as the text that it was: addresses and ranges with commas or spaces; may be empty. */
export const proxies = () =>
  z.string().superRefine((value, context) => {
    for (const entry of parseTrustedProxies(value).invalid) {
      context.addIssue({
        code: 'custom',
        message: `"${entry}" is no address or range such as 10.0.0.0/8 or 2001:db8::/32`,
      });
    }
  });
