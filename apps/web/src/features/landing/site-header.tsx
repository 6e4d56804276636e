import Link from 'next/link';
import { Logo } from '../../components/brand/logo.tsx';
import { ThemeMenu } from '../../components/theme-menu.tsx';
import { buttonStyle } from '../../components/ui/button.tsx';
import { LocaleSwitch } from '../../i18n/locale-switch.tsx';
import { getTranslator } from '../../i18n/server.ts';

/** The top of the public pages. */
export async function SiteHeader({ signedIn }: { signedIn: boolean }) {
  const { t } = await getTranslator();
  return (
    <header className="sticky top-0 z-30 bg-background">
      <nav
        aria-label={t('nav.main')}
        className="mx-auto flex h-16 max-w-6xl items-center justify-between gap-2 px-4 sm:px-6"
      >
        <Link href="/" aria-label={t('nav.home')} className="flex rounded-lg">
          <Logo />
        </Link>
        <div className="flex items-center gap-1">
          <span className="max-sm:hidden">
            <a href="/docs" className={buttonStyle({ variant: 'ghost', size: 'sm' })}>
              {t('nav.docs')}
            </a>
          </span>
          <span className="max-md:hidden">
            <LocaleSwitch />
          </span>
          <ThemeMenu />
          {signedIn ? (
            <Link
              href="/links"
              className={buttonStyle({ variant: 'primary', size: 'sm', className: 'ml-1' })}
            >
              {t('nav.dashboard')}
            </Link>
          ) : (
            <>
              <Link href="/login" className={buttonStyle({ variant: 'ghost', size: 'sm' })}>
                {t('nav.login')}
              </Link>
              <Link
                href="/signup"
                className={buttonStyle({ variant: 'primary', size: 'sm', className: 'ml-1' })}
              >
                {t('nav.signup')}
              </Link>
            </>
          )}
        </div>
      </nav>
    </header>
  );
}
