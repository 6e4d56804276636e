import { Compass } from 'lucide-react';
import Link from 'next/link';
import { buttonStyle } from '../components/ui/button.tsx';
import { Notice } from '../components/ui/notice.tsx';
import { getTranslator } from '../i18n/server.ts';

export default async function NotFound() {
  const { t } = await getTranslator();
  return (
    <main id="content" className="grid min-h-dvh place-items-center">
      <h1 className="sr-only">{t('page.notFound.title')}</h1>
      <Notice
        icon={<Compass />}
        title={t('page.notFound.title')}
        action={
          <Link href="/" className={buttonStyle()}>
            {t('page.notFound.action')}
          </Link>
        }
      >
        {t('page.notFound.text')}
      </Notice>
    </main>
  );
}
