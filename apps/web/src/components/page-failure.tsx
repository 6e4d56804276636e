'use client';

import { TriangleAlert } from 'lucide-react';
import { useTranslator } from '../i18n/provider.tsx';
import { Button } from './ui/button.tsx';
import { Notice } from './ui/notice.tsx';

/** What a page shows in place of itself when rendering failed. */
export function PageFailure({ retry }: { retry: () => void }) {
  const { t } = useTranslator();
  return (
    <main id="content" className="grid min-h-[60dvh] place-items-center" role="alert">
      <Notice
        icon={<TriangleAlert />}
        title={t('page.error.title')}
        action={<Button onClick={retry}>{t('common.retry')}</Button>}
      >
        {t('page.error.text')}
      </Notice>
    </main>
  );
}
