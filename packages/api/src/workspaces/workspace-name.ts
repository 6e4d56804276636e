import type { Parsed } from '@brevia/core';

/** Characters of a workspace's name; longer ones fit into no menu. */
const LONGEST_WORKSPACE_NAME = 60;

/**
 * The name of a workspace: one line with something to read in it.
 * @returns it without space around it and with single spaces inside
 */
export function parseWorkspaceName(raw: unknown): Parsed<string> {
  if (typeof raw !== 'string') return bad('A workspace needs a name.');
  if (/[\p{Cc}\p{Surrogate}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u.test(raw)) {
    return bad('A name is one line without control characters.');
  }
  const name = raw.trim().replace(/\s+/gu, ' ');
  if (!/[^\s\p{Cf}\p{M}]/u.test(name)) return bad('A workspace needs a name.');
  if ([...name].length > LONGEST_WORKSPACE_NAME) {
    return bad(`A name has at most ${LONGEST_WORKSPACE_NAME} characters.`);
  }
  return { ok: true, value: name };
}

const bad = (message: string): Parsed<string> => ({ ok: false, error: { code: 'invalid_name', message } });
