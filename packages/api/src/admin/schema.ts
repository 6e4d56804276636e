import { z } from 'zod';
import { code, text } from '../fields.ts';

/** A host name, also as `*.example.com`, since a host covers all below it; whatever Unicode it is written in, it is kept as targets have it: ASCII, lower case, no dot at the end. */
const host = text(253).transform((value, context) => {
  const name = value.trim().replace(/^\*\./, '');
  const url = `http://${name}/`;
  const parsed = /^[^\s/?#@:\\*]+$/.test(name) && URL.canParse(url) ? new URL(url) : null;
  if (parsed === null) {
    context.addIssue({
      code: 'custom',
      message: 'Must be a host name such as example.com.',
      params: { code: 'host_invalid' },
    });
    return z.NEVER;
  }
  return parsed.hostname.replace(/\.$/, '');
});

export const listBlockedDomainsInput = z
  .strictObject({
    search: text(253).optional(),
    cursor: text(253).nullish(),
    limit: z.number().int().min(1).max(100).default(50),
  })
  .prefault({});
export const blockDomainInput = z.strictObject({ host, reason: text(500).nullish() });
export const unblockDomainInput = z.strictObject({ host });
export const linksToHostInput = z.strictObject({ host, cursor: code.nullish() });
export const reservedWordInput = z.strictObject({ word: text(40).min(1) });
