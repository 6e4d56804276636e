'use client';

import type { LinkDto } from '@brevia/api';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, CornerDownRight, Pencil } from 'lucide-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useState } from 'react';
import { useTRPC } from '../../client/trpc.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { LocalTime } from '../../components/local-time.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { QrButton } from './qr-button.tsx';
import { SafeLink } from './safe-link.tsx';
import { StateBadge } from './state-badge.tsx';
import { splitTarget, withoutScheme } from './target-text.ts';

const LinkDialog = dynamic(() => import('./link-dialog.tsx').then((module) => module.LinkDialog), {
  ssr: false,
});

/** The head of a link's page; it follows what is changed in the dialog. */
export function LinkHeader({ initial, host }: { initial: LinkDto; host: string }) {
  const { t } = useTranslator();
  const trpc = useTRPC();
  const [editing, setEditing] = useState(false);
  const { data: link } = useQuery({
    ...trpc.links.get.queryOptions({ code: initial.code }),
    initialData: initial,
    retry: false,
  });
  const short = withoutScheme(link.shortUrl);
  const target = splitTarget(link.longUrl);
  return (
    <div className="mb-6">
      <Link
        href="/links"
        className="-ml-1 inline-flex h-7 items-center gap-1.5 rounded px-1 text-[0.8125rem] text-muted hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-3.5" />
        {t('analytics.back')}
      </Link>
      <div className="mt-2 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-80">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="min-w-0 text-[1.375rem] leading-8 font-semibold tracking-tight break-all">
              <SafeLink href={link.shortUrl} className="rounded hover:underline">
                {short}
              </SafeLink>
            </h1>
            <StateBadge state={link.state} />
          </div>
          {link.title !== null && <p className="text-[0.9375rem] break-words">{link.title}</p>}
          <p className="mt-0.5 flex min-w-0 items-center gap-1.5 text-muted">
            <CornerDownRight aria-hidden className="size-4 shrink-0 text-faint" />
            <SafeLink href={link.longUrl} className="truncate rounded hover:underline">
              <span className="text-ink">{target.host}</span>
              {target.rest}
            </SafeLink>
          </p>
        </div>
        <div className="flex items-center gap-2">
          <QrButton url={link.shortUrl} />
          <CopyButton text={link.shortUrl} label={`${t('common.copy')} ${short}`} withText />
          {link.state !== 'deleted' && (
            <Button onClick={() => setEditing(true)}>
              <Pencil aria-hidden className="size-4" />
              {t('links.action.edit')}
            </Button>
          )}
        </div>
      </div>
      <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-2 text-[0.8125rem] [&_dt]:text-faint">
        <div className="flex gap-2">
          <dt>{t('analytics.link.created')}</dt>
          <dd>
            <LocalTime date={link.createdAt} as="day" />
          </dd>
        </div>
        <div className="flex gap-2">
          <dt>{t('analytics.link.expires')}</dt>
          <dd>{link.expiresAt === null ? t('common.never') : <LocalTime date={link.expiresAt} />}</dd>
        </div>
        <div className="flex gap-2">
          <dt>{t('analytics.link.redirect')}</dt>
          <dd>
            {link.permanent && link.expiresAt === null
              ? t('analytics.link.permanent')
              : t('analytics.link.temporary')}
          </dd>
        </div>
        {link.tags.length > 0 && (
          <div className="flex flex-wrap items-center gap-1.5">
            <dt className="sr-only">{t('links.column.tags')}</dt>
            {link.tags.map((tag) => (
              <dd key={tag}>
                <Badge>{tag}</Badge>
              </dd>
            ))}
          </div>
        )}
        {link.notes !== null && (
          <div className="flex w-full gap-2">
            <dt>{t('analytics.link.notes')}</dt>
            <dd className="max-w-prose break-words whitespace-pre-wrap text-muted">{link.notes}</dd>
          </div>
        )}
      </dl>
      {editing && <LinkDialog link={link} host={host} onClose={() => setEditing(false)} />}
    </div>
  );
}
