'use client';

import { Monitor, Moon, Sun } from 'lucide-react';
import { useTheme } from 'next-themes';
import type { ReactElement } from 'react';
import { useTranslator } from '../i18n/provider.tsx';
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

export function ThemeItemsMenu({ trigger }: { trigger: ReactElement }) {
  return (
    <Menu trigger={trigger}>
      <ThemeItems />
    </Menu>
  );
}
