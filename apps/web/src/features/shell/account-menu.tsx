'use client';

import { ChevronsUpDown } from 'lucide-react';
import { LazyMenu } from '../../components/ui/lazy-menu.tsx';
import { useTranslator } from '../../i18n/provider.tsx';

interface Props {
  name: string;
  email: string;
  workspaces: readonly { readonly id: string; readonly name: string }[];
  workspaceId: string;
  isAdmin: boolean;
  place: 'side' | 'top';
}

const load = () => import('./account-items.tsx').then((module) => module.AccountItems);

/** One or two letters in place of a portrait. */
function Initials({ name }: { name: string }) {
  const letters = name.split(/\s+/).filter(Boolean).slice(0, 2);
  return (
    <span
      aria-hidden
      className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-ink uppercase"
    >
      {letters.map((word) => [...word][0]).join('') || '?'}
    </span>
  );
}

export function AccountMenu({ name, email, workspaces, workspaceId, isAdmin, place }: Props) {
  const { t } = useTranslator();
  const current = workspaces.length > 1 ? workspaces.find(({ id }) => id === workspaceId)?.name : undefined;
  return (
    <LazyMenu
      load={load}
      props={{ email, workspaces, workspaceId, isAdmin, place }}
      trigger={
        place === 'side' ? (
          <button
            type="button"
            aria-label={`${t('nav.account')}: ${name}`}
            className="flex w-full items-center gap-2.5 rounded-lg p-2 text-left transition-colors hover:bg-subtle"
          >
            <Initials name={name} />
            <span className="min-w-0 flex-1">
              <span className="block truncate text-[0.8125rem] leading-4 font-medium">{name}</span>
              <span className="block truncate text-xs text-faint">{current ?? email}</span>
            </span>
            <ChevronsUpDown aria-hidden className="size-4 text-faint" />
          </button>
        ) : (
          <button type="button" aria-label={`${t('nav.account')}: ${name}`} className="rounded-full p-1">
            <Initials name={name} />
          </button>
        )
      }
    />
  );
}
