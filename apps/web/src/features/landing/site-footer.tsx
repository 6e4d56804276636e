import { Logo } from '../../components/brand/logo.tsx';
import { LocaleSwitch } from '../../i18n/locale-switch.tsx';
import { getTranslator } from '../../i18n/server.ts';

const linkStyle = 'hover:text-ink hover:underline';

export async function SiteFooter() {
  const { t } = await getTranslator();
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-4 px-4 py-8 text-[0.8125rem] text-muted sm:px-6">
        <Logo className="text-ink" />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <a href="/docs" className={linkStyle}>
            {t('nav.docs')}
          </a>
          <a href="/api/v1/openapi.json" className={linkStyle}>
            {t('landing.footer.openapi')}
          </a>
          <a href="https://db-ip.com" rel="noopener noreferrer" className={linkStyle}>
            {t('landing.footer.geo')}
          </a>
          <LocaleSwitch />
        </div>
      </div>
    </footer>
  );
}
