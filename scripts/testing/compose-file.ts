import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** What the tests look at of a compose file. */
export type Dependencies = string[] | Record<string, { condition: string }>;
interface Service {
  image: string;
  build?: { context: string; target: string };
  command?: string[];
  environment?: Record<string, string>;
  depends_on?: Dependencies;
  ports?: string[];
  volumes?: string[];
  stop_grace_period?: string;
  mem_limit?: string;
  restart?: string;
  healthcheck?: object;
}
export interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, null>;
}

/** Fills in `${NAME}`, `${NAME:-default}` and `${NAME:?why}` as Compose does, from the inside out. */
function fillIn(text: string, given: Record<string, string>): string {
  const inner = /\$\{(\w+)(?::([-?])([^${}]*))?\}/;
  const found = inner.exec(text);
  if (found === null) return text;
  const [whole, name = '', kind, rest = ''] = found;
  if (kind === '?' && !given[name]) throw new Error(`${name}: ${rest}`);
  return fillIn(
    text.replace(whole, () => given[name] || (kind === '-' ? rest : '')),
    given,
  );
}

/** A compose file with its variables filled in. */
export function loadCompose(path: string, given: Record<string, string>): Compose {
  const fill = (_key: string, value: unknown): unknown =>
    typeof value === 'string' ? fillIn(value, given) : value;
  return JSON.parse(JSON.stringify(parse(readFileSync(path, 'utf8'), { merge: true })), fill) as Compose;
}
