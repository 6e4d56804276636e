'use client';

import { Monitor, Moon, Sun, SunMoon } from 'lucide-react';
import { useTheme } from 'next-themes';
import { useTranslator } from '../i18n/provider.tsx';
import { Button } from './ui/button.tsx';
import { Menu, MenuLabel, MenuRadioGroup, MenuRadioItem } from './ui/menu.tsx';

/** Light, dark, or what the system says, as menu entries. */
export function ThemeItems() {
  const { t } = useTranslator();
  const { theme, setTheme } = useTheme();
  return (
    <MenuRadioGroup value={theme ?? 'system'} onValueChange={setTheme}>
      <MenuLabel>{t('common.theme')}</MenuLabel>
      <MenuRadioItem value="light">
        <Sun aria-hidden />
        {t('common.theme.light')}
      </MenuRadioItem>
      <MenuRadioItem value="dark">
        <Moon aria-hidden />
        {t('common.theme.dark')}
      </MenuRadioItem>
      <MenuRadioItem value="system">
        <Monitor aria-hidden />
        {t('common.theme.system')}
      </MenuRadioItem>
    </MenuRadioGroup>
  );
}

export function ThemeMenu() {
  const { t } = useTranslator();
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label={t('common.theme')}>
          <SunMoon aria-hidden className="size-4" />
        </Button>
      }
    >
      <ThemeItems />
    </Menu>
  );
}
