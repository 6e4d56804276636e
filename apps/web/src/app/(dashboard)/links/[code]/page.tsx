import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { readFailure } from '../../../../client/failure.ts';
import { LinkStats } from '../../../../features/analytics/link-stats.tsx';
import { callProcedures, requireViewer } from '../../../../features/auth/viewer.ts';
import { LinkHeader } from '../../../../features/links/link-header.tsx';
import { withoutScheme } from '../../../../features/links/target-text.ts';

interface Props {
  params: Promise<{ code: string }>;
}

/** The link, or the "not found" page: also for links of others, whose pages are not told apart from none. */
const readLink = cache(async (code: string) => {
  try {
    return await (await callProcedures()).links.get({ code });
  } catch (error) {
    const { code: kind } = failureOf(error);
    if (kind === 'not_found' || kind === 'forbidden' || kind === 'invalid_input') notFound();
    throw error;
  }
});

/** Without HTTP between, an error carries core's own as its cause. */
function failureOf(error: unknown): { code: unknown } {
  const cause = error instanceof Error ? error.cause : undefined;
  if (typeof cause === 'object' && cause !== null && 'code' in cause) return { code: cause.code };
  return { code: readFailure(error).code };
}

/** A malformed escape in the address is a code that can't exist (C065). */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const code = decode((await params).code);
  await requireViewer(`/links/${encodeURIComponent(code)}`);
  return { title: withoutScheme((await readLink(code)).shortUrl) };
}

export default async function LinkPage({ params }: Props) {
  const code = decode((await params).code);
  const viewer = await requireViewer(`/links/${encodeURIComponent(code)}`);
  const link = await readLink(code);
  return (
    <>
      <LinkHeader initial={link} host={viewer.shortHost} />
      <LinkStats code={link.code} />
    </>
  );
}
