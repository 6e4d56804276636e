'use client';

import type { LinkDto } from '@brevia/api';
import { Clock, CornerDownRight, Ellipsis, MousePointerClick } from 'lucide-react';
import Link from 'next/link';
import { CopyButton } from '../../components/copy-button.tsx';
import { LocalTime } from '../../components/local-time.tsx';
import { Button } from '../../components/ui/button.tsx';
import { cn } from '../../components/ui/cn.ts';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { LazyMenu } from '../../components/ui/lazy-menu.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { linkPath } from './link-path.ts';
import { SafeLink } from './safe-link.tsx';
import { StateBadge } from './state-badge.tsx';
import { splitTarget, withoutScheme } from './target-text.ts';

export interface RowActions {
  onEdit: (link: LinkDto) => void;
  onQr: (link: LinkDto) => void;
  onTag: (tag: string) => void;
  onPerform: (deed: 'deleted' | 'restored' | 'enabled' | 'disabled', codes: readonly string[]) => void;
}

interface Props extends RowActions {
  link: LinkDto;
  /** undefined while they are counted, null when the click store does not answer. */
  clicks: number | null | undefined;
  selected: boolean;
  onSelect: (selected: boolean) => void;
}

const loadMenu = () => import('./row-menu.tsx').then((module) => module.RowMenuItems);

/** One link of the table. All that owners typed is shown as text (C202, C203). */
export function LinkRow({ link, clicks, selected, onSelect, ...actions }: Props) {
  const { t, plural, locale } = useTranslator();
  const short = withoutScheme(link.shortUrl);
  const target = splitTarget(link.longUrl);
  return (
    <tr className={cn('group transition-colors', selected ? 'bg-accent-soft/50' : 'hover:bg-background')}>
      <td className="w-11 py-3 pl-4 align-top sm:pl-5">
        <input
          type="checkbox"
          aria-label={t('links.select', { link: short })}
          checked={selected}
          onChange={(event) => onSelect(event.target.checked)}
          className="mt-1 block size-4"
        />
      </td>
      <td className="max-w-0 py-3 pr-3">
        <div className="flex min-w-0 items-center gap-1.5">
          <Link
            href={linkPath(link.code)}
            aria-label={t('links.open', { link: short })}
            className={cn(
              'max-w-[70%] shrink-0 truncate rounded font-semibold hover:underline max-md:max-w-none max-md:shrink',
              link.state === 'active' ? 'text-ink' : 'text-muted',
            )}
          >
            {short}
          </Link>
          <CopyButton text={link.shortUrl} label={`${t('common.copy')} ${short}`} className="-my-1 size-7" />
          {typeof clicks === 'number' && clicks > 0 && (
            <span className="ml-auto flex shrink-0 items-center gap-1 text-xs text-muted tabular-nums sm:hidden">
              <MousePointerClick aria-hidden className="size-3.5 text-faint" />
              <span aria-hidden>{new Intl.NumberFormat(locale, { notation: 'compact' }).format(clicks)}</span>
              <span className="sr-only">{plural('analytics.clicks', clicks)}</span>
            </span>
          )}
          {link.state !== 'active' && <StateBadge state={link.state} />}
          {link.title !== null && (
            <span className="min-w-0 truncate text-[0.8125rem] text-muted max-md:hidden">{link.title}</span>
          )}
        </div>
        {link.title !== null && <p className="truncate text-[0.8125rem] md:hidden">{link.title}</p>}
        <p className="flex min-w-0 items-center gap-1.5 text-[0.8125rem] text-muted">
          <CornerDownRight aria-hidden className="size-3.5 shrink-0 text-faint" />
          <SafeLink href={link.longUrl} className="truncate rounded hover:underline">
            <span className="text-ink/85">{target.host}</span>
            {target.rest}
          </SafeLink>
        </p>
      </td>
      <td className="w-24 py-3.5 pr-5 text-right align-top tabular-nums max-sm:hidden">
        {clicks === undefined ? (
          <Skeleton className="ml-auto h-4 w-9" />
        ) : (
          <Link
            href={linkPath(link.code)}
            tabIndex={-1}
            aria-label={clicks === null ? t('common.unknown') : plural('analytics.clicks', clicks)}
            className="rounded font-medium hover:underline"
          >
            {clicks === null ? '–' : new Intl.NumberFormat(locale).format(clicks)}
          </Link>
        )}
      </td>
      <td className="w-48 py-3 pr-3 align-top max-xl:hidden">
        <TagList tags={link.tags} onTag={actions.onTag} />
      </td>
      <td className="w-36 py-3.5 pr-3 align-top text-[0.8125rem] text-muted tabular-nums max-md:hidden">
        <LocalTime date={link.createdAt} as="day" />
        {link.expiresAt !== null && (
          <span className="mt-0.5 flex items-center gap-1 text-faint">
            <Clock aria-hidden className="size-3" />
            <LocalTime date={link.expiresAt} as="day" />
          </span>
        )}
      </td>
      <td className="w-14 py-2.5 pr-3 text-right align-top sm:pr-4">
        <RowMenu link={link} short={short} {...actions} />
      </td>
    </tr>
  );
}

function TagList({ tags, onTag }: { tags: readonly string[]; onTag: (tag: string) => void }) {
  const shown = tags.slice(0, 3);
  return (
    <span className="flex flex-wrap gap-1">
      {shown.map((tag) => (
        <button
          key={tag}
          type="button"
          onClick={() => onTag(tag)}
          className="h-6 max-w-32 truncate rounded-md border border-line bg-background px-1.5 text-xs text-muted hover:border-line-strong hover:text-ink"
        >
          {tag}
        </button>
      ))}
      {tags.length > shown.length && (
        <span className="px-1 text-xs leading-6 text-faint">+{tags.length - shown.length}</span>
      )}
    </span>
  );
}

function RowMenu({ link, short, ...actions }: RowActions & { link: LinkDto; short: string }) {
  const { t } = useTranslator();
  return (
    <LazyMenu
      load={loadMenu}
      props={{ link, ...actions }}
      trigger={
        <Button variant="ghost" size="icon" aria-label={t('links.actions', { link: short })}>
          <Ellipsis aria-hidden className="size-4" />
        </Button>
      }
    />
  );
}
