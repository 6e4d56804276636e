'use client';

import { BookOpen, LogOut } from 'lucide-react';
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
  place: 'side' | 'top';
}

export function AccountItems({ trigger, email, place }: Props) {
  const { t, locale } = useTranslator();
  const switchLocale = useLocaleSwitch();
  const signOut = async () => {
    // By hand: the auth client would weigh 12 kB on every page for this one call.
    const answer = await fetch('/api/auth/sign-out', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    }).catch(() => null);
    if (answer?.ok === true) window.location.assign('/');
    else toast.error(t('error.network'));
  };
  return (
    <Menu
      align={place === 'side' ? 'start' : 'end'}
      side={place === 'side' ? 'top' : 'bottom'}
      trigger={trigger}
    >
      <div className="max-w-60 truncate px-2.5 py-1.5 text-[0.8125rem] text-muted">{email}</div>
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
