import { BreviaError } from '@brevia/core';

/** Deeper than any body of ours, and shallow enough for every recursive reader behind. */
const DEEPEST = 8;
const SNAKE_CASE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
/** Every answer maps the same few dozen names: 2 % of a create was spent on that. */
const snakeNames = new Map<string, string>();
const MOST_NAMES = 500;
/** Marks a name that is not in snake_case, so that `longUrl` in a REST body is as unknown as any other wrong name. */
const FOREIGN = '\0';

/** A name that is REST's own (of a parameter, a header), for an error: it is told as it is. */
export function verbatim(name: string): string {
  return FOREIGN + name;
}

/** `long_url` -> `longUrl`. The one mapping of names between REST and the procedures, with `toSnake` as its inverse. */
export function toCamel(name: string): string {
  if (!SNAKE_CASE.test(name)) return FOREIGN + name;
  return name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}

/** `longUrl` -> `long_url`; `clicksLast24h` -> `clicks_last_24h`. */
export function toSnake(name: string): string {
  const known = snakeNames.get(name);
  if (known !== undefined) return known;
  const snake = computeSnake(name);
  // Names come from our own schemas, but a client's wrong ones pass here too: the memory stays bounded.
  if (snakeNames.size < MOST_NAMES) snakeNames.set(name, snake);
  return snake;
}

function computeSnake(name: string): string {
  if (name.startsWith(FOREIGN)) return name.slice(FOREIGN.length);
  return name
    .replace(/([a-z])(\d)/g, '$1_$2')
    .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    .replace(/__+/g, '_');
}

/** A path such as `links.3.longUrl`, as REST clients know it. */
export function toSnakePath(path: string): string {
  return path.split('.').map(toSnake).join('.');
}

/** A JSON body with its names in camelCase. @throws BreviaError invalid_input when it is nested absurdly deep */
export function bodyToCamel(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) {
    const message = 'The body is nested too deeply.';
    throw new BreviaError('invalid_input', message, {
      fields: [{ field: 'body', code: 'too_deep', message }],
    });
  }
  if (Array.isArray(value)) return value.map((item) => bodyToCamel(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [toCamel(name), bodyToCamel(part, depth + 1)]),
  );
}

/** An answer as REST clients get it: names in snake_case, times in ISO 8601 UTC, 64-bit numbers as text (C188). */
export function answerToSnake(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(answerToSnake);
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [toSnake(name), answerToSnake(part)]),
  );
}
