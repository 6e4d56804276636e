'use client';

import type { AdminUser } from '@brevia/api';
import { Ellipsis } from 'lucide-react';
import { LocalTime } from '../../components/local-time.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { LazyMenu } from '../../components/ui/lazy-menu.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { deedsFor, type UserDeed } from './user-deeds.ts';

/** The API counts no further. */
const MOST_LINKS = 100;

interface Props {
  user: AdminUser;
  /** Nobody changes their own account here. */
  isViewer: boolean;
  onChoose: (deed: UserDeed) => void;
}

const loadMenu = () => import('./user-menu.tsx').then((module) => module.UserMenuItems);

/** One account of the list. */
export function UserRow({ user, isViewer, onChoose }: Props) {
  const { t } = useTranslator();
  const { name, email, role, suspended, links, lastSeenAt, createdAt } = user;
  const countOfLinks = links < MOST_LINKS ? String(links) : t('admin.users.linksOrMore', { n: MOST_LINKS });
  const lastSeen =
    lastSeenAt === null ? (
      <span className="text-faint">{t('admin.users.seen.unknown')}</span>
    ) : (
      <LocalTime date={lastSeenAt} as="day" />
    );
  return (
    <tr className="align-top [&>td]:py-3 [&>td]:pr-4">
      <td className="max-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span className="max-w-full truncate">{name}</span>
          {isViewer && <Badge>{t('members.you')}</Badge>}
          {role === 'admin' && <Badge tone="good">{t('admin.users.isAdmin')}</Badge>}
          {suspended !== null && <Badge tone="danger">{t('admin.users.isSuspended')}</Badge>}
        </p>
        <p className="text-[0.8125rem] break-all text-muted">{email}</p>
        {suspended?.reason != null && (
          <p className="text-[0.8125rem] break-words text-muted">
            {t('admin.users.reasonIs', { reason: suspended.reason })}
          </p>
        )}
        <dl className="mt-1 flex flex-wrap gap-x-4 text-xs text-muted sm:hidden [&_dd]:inline [&_dt]:inline [&_dt]:text-faint">
          <div>
            <dt>{t('admin.users.links')} </dt>
            <dd>{countOfLinks}</dd>
          </div>
          <div>
            <dt>{t('admin.users.seen')} </dt>
            <dd>{lastSeen}</dd>
          </div>
        </dl>
      </td>
      <td className="pr-8! text-right text-[0.8125rem] text-muted tabular-nums max-sm:hidden">
        {countOfLinks}
      </td>
      <td className="text-[0.8125rem] text-muted max-sm:hidden">{lastSeen}</td>
      <td className="text-[0.8125rem] text-muted max-md:hidden">
        <LocalTime date={createdAt} as="day" />
      </td>
      <td className="w-px pr-0! text-right">
        {!isViewer && (
          <div className="-my-1">
            <LazyMenu
              load={loadMenu}
              props={{ deeds: deedsFor(user), onChoose }}
              trigger={
                <Button variant="ghost" size="icon" aria-label={t('admin.users.actionsFor', { email })}>
                  <Ellipsis aria-hidden className="size-4" />
                </Button>
              }
            />
          </div>
        )}
      </td>
    </tr>
  );
}
