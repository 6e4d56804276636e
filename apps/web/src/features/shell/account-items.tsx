'use client';

import { BookOpen, Layers, LogOut, ShieldCheck } from 'lucide-react';
import Link from 'next/link';
import type { ReactElement } from 'react';
import { ThemeItems } from '../../components/theme-items.tsx';
import { toast } from '../../components/toast.tsx';
import {
  Menu,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
} from '../../components/ui/menu.tsx';
import { useLocaleSwitch } from '../../i18n/locale-switch.tsx';
import { isLocale } from '../../i18n/locales.ts';
import { useTranslator } from '../../i18n/provider.tsx';

interface Props {
  trigger: ReactElement;
  email: string;
  /** All that the person is a member of, and the one they work in. */
  workspaces: readonly { readonly id: string; readonly name: string }[];
  workspaceId: string;
  isAdmin: boolean;
  place: 'side' | 'top';
}

export function AccountItems({ trigger, email, workspaces, workspaceId, isAdmin, place }: Props) {
  const { t, locale } = useTranslator();
  const switchLocale = useLocaleSwitch();
  /** Tells the server, and loads a page anew: everything that was read belongs to somebody, or somewhere, else. */
  const leaveFor = async (page: string, path: string, body: object) => {
    // By hand: the auth client would weigh 12 kB on every page for these calls.
    const answer = await fetch(`/api/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => null);
    if (answer?.ok === true) window.location.assign(page);
    else toast.error(t('error.network'));
  };
  const signOut = () => leaveFor('/', '/sign-out', {});
  const switchTo = (organizationId: string) =>
    leaveFor('/links', '/organization/set-active', { organizationId });
  return (
    <Menu
      align={place === 'side' ? 'start' : 'end'}
      side={place === 'side' ? 'top' : 'bottom'}
      trigger={trigger}
    >
      <div className="max-w-60 truncate px-2.5 py-1.5 text-[0.8125rem] text-muted">{email}</div>
      <MenuSeparator />
      {workspaces.length > 1 && (
        <MenuRadioGroup value={workspaceId} onValueChange={(id) => void switchTo(id)}>
          <MenuLabel>{t('nav.workspace')}</MenuLabel>
          {workspaces.map(({ id, name }) => (
            <MenuRadioItem key={id} value={id}>
              <span className="max-w-48 truncate">{name}</span>
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      )}
      <MenuItem asChild>
        <Link href="/settings/workspaces">
          <Layers aria-hidden />
          {t('nav.workspaces')}
        </Link>
      </MenuItem>
      <MenuSeparator />
      <ThemeItems />
      <MenuSeparator />
      <MenuRadioGroup value={locale} onValueChange={(value) => isLocale(value) && switchLocale(value)}>
        <MenuLabel>{t('common.language')}</MenuLabel>
        <MenuRadioItem value="en">
          <span lang="en">English</span>
        </MenuRadioItem>
        <MenuRadioItem value="fr">
          <span lang="fr">Français</span>
        </MenuRadioItem>
      </MenuRadioGroup>
      <MenuSeparator />
      {isAdmin && (
        <MenuItem asChild>
          <Link href="/admin">
            <ShieldCheck aria-hidden />
            {t('nav.admin')}
          </Link>
        </MenuItem>
      )}
      <MenuItem asChild>
        <a href="/docs">
          <BookOpen aria-hidden />
          {t('nav.docs')}
        </a>
      </MenuItem>
      <MenuItem onSelect={() => void signOut()}>
        <LogOut aria-hidden />
        {t('nav.signOut')}
      </MenuItem>
    </Menu>
  );
}
