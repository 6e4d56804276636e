'use client';

import { BookOpen, ChevronsUpDown, LogOut } from 'lucide-react';
import { toast } from 'sonner';
import { ThemeItems } from '../../components/theme-menu.tsx';
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
  name: string;
  email: string;
  place: 'side' | 'top';
}

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

export function AccountMenu({ name, email, place }: Props) {
  const { t, locale } = useTranslator();
  const switchLocale = useLocaleSwitch();
  const signOut = async () => {
    // By hand: the auth client would weigh 10 kB on every page for this one call.
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
              <span className="block truncate text-xs text-faint">{email}</span>
            </span>
            <ChevronsUpDown aria-hidden className="size-4 text-faint" />
          </button>
        ) : (
          <button type="button" aria-label={`${t('nav.account')}: ${name}`} className="rounded-full p-1">
            <Initials name={name} />
          </button>
        )
      }
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
