import type { LinkDto } from '@brevia/api';
import { fromLocalInput, toLocalInput } from './local-time.ts';

/** What the dialog holds while someone types: text only, so that nothing typed is ever lost or guessed at. */
export interface LinkFormValues {
  readonly longUrl: string;
  readonly alias: string;
  readonly title: string;
  readonly notes: string;
  readonly tags: readonly string[];
  readonly expires: string;
  readonly permanent: boolean;
  readonly forwardQuery: boolean;
  readonly enabled: boolean;
}

export const EMPTY_LINK: LinkFormValues = {
  longUrl: '',
  alias: '',
  title: '',
  notes: '',
  tags: [],
  expires: '',
  permanent: false,
  forwardQuery: false,
  enabled: true,
};

export function valuesOf(link: LinkDto): LinkFormValues {
  return {
    longUrl: link.longUrl,
    alias: link.isCustom ? link.code : '',
    title: link.title ?? '',
    notes: link.notes ?? '',
    tags: link.tags,
    expires: toLocalInput(link.expiresAt),
    permanent: link.permanent,
    forwardQuery: link.forwardQuery,
    enabled: link.enabled,
  };
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** Input of `links.create`. A link that expires is never permanent (RED-1). */
export function toCreateInput(values: LinkFormValues, completeUrl: (typed: string) => string) {
  const expiresAt = fromLocalInput(values.expires);
  return {
    longUrl: completeUrl(values.longUrl),
    customAlias: orNull(values.alias),
    title: orNull(values.title),
    notes: orNull(values.notes),
    tags: [...values.tags],
    expiresAt,
    permanent: values.permanent && expiresAt === null,
    forwardQuery: values.forwardQuery,
  };
}

export type LinkChanges = Partial<Omit<ReturnType<typeof toCreateInput>, 'customAlias'>> & {
  enabled?: boolean;
};

/**
 * Only what differs from the link as it was when the dialog opened; what was emptied becomes null, never 0 or an old
 * value (C170, C171). An expiry that was not touched keeps its seconds.
 */
export function toPatch(
  link: LinkDto,
  values: LinkFormValues,
  completeUrl: (typed: string) => string,
): LinkChanges {
  const before = valuesOf(link);
  const now = toCreateInput(values, completeUrl);
  return {
    ...(values.longUrl !== before.longUrl && { longUrl: now.longUrl }),
    ...(values.title !== before.title && { title: now.title }),
    ...(values.notes !== before.notes && { notes: now.notes }),
    ...(values.tags.join('\n') !== before.tags.join('\n') && { tags: now.tags }),
    ...(values.expires !== before.expires && { expiresAt: now.expiresAt }),
    ...(now.permanent !== before.permanent && { permanent: now.permanent }),
    ...(values.forwardQuery !== before.forwardQuery && { forwardQuery: values.forwardQuery }),
    ...(values.enabled !== before.enabled && { enabled: values.enabled }),
  };
}
