import { z } from 'zod';
import { text } from '../fields.ts';

/** A host name; whatever Unicode it is written in, it is kept as targets have it: ASCII, lower case, no dot at the end. */
const host = text(253).transform((value, context) => {
  const url = `http://${value.trim()}/`;
  const parsed = /^[^\s/?#@:\\]+$/.test(value.trim()) && URL.canParse(url) ? new URL(url) : null;
  if (parsed === null) {
    context.addIssue({ code: 'custom', message: 'Must be a host name such as example.com.' });
    return z.NEVER;
  }
  return parsed.hostname.replace(/\.$/, '');
});

export const blockDomainInput = z.strictObject({ host, reason: text(500).nullish() });
export const unblockDomainInput = z.strictObject({ host });
export const reservedWordInput = z.strictObject({ word: text(40).min(1) });
