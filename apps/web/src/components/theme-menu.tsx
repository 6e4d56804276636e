'use client';

import { SunMoon } from 'lucide-react';
import { useTranslator } from '../i18n/provider.tsx';
import { Button } from './ui/button.tsx';
import { LazyMenu } from './ui/lazy-menu.tsx';

const load = () => import('./theme-items.tsx').then((module) => module.ThemeItemsMenu);

export function ThemeMenu() {
  const { t } = useTranslator();
  return (
    <LazyMenu
      load={load}
      props={{}}
      trigger={
        <Button variant="ghost" size="icon" aria-label={t('common.theme')}>
          <SunMoon aria-hidden className="size-4" />
        </Button>
      }
    />
  );
}
