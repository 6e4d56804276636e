import { headers } from 'next/headers';
import Link from 'next/link';
import { buttonStyle } from '../components/ui/button.tsx';
import { getViewer } from '../features/auth/viewer.ts';
import { ApiSample } from '../features/landing/api-sample.tsx';
import { FeatureGrid } from '../features/landing/feature-grid.tsx';
import { ProductPreview } from '../features/landing/product-preview.tsx';
import { ShortenForm } from '../features/landing/shorten-form.tsx';
import { SiteFooter } from '../features/landing/site-footer.tsx';
import { SiteHeader } from '../features/landing/site-header.tsx';
import { getTranslator } from '../i18n/server.ts';

export default async function LandingPage() {
  const [{ t }, viewer, head] = await Promise.all([getTranslator(), getViewer(), headers()]);
  const signedIn = viewer !== null;
  const origin = `${head.get('x-forwarded-proto') ?? 'http'}://${head.get('host') ?? 'localhost'}`;
  return (
    <>
      <SiteHeader signedIn={signedIn} />
      <main id="content">
        <section className="mx-auto flex max-w-6xl flex-col items-center px-4 pt-16 text-center sm:px-6 sm:pt-24">
          <h1 className="max-w-3xl text-[2.5rem] leading-[1.08] font-semibold tracking-[-0.03em] sm:text-6xl">
            {t('landing.title')}
          </h1>
          <p className="mt-5 mb-9 max-w-xl text-base leading-7 text-pretty text-muted sm:text-lg">
            {t('landing.text')}
          </p>
          <ShortenForm signedIn={signedIn} />
        </section>
        <div className="mt-16 overflow-hidden px-4 sm:mt-20 sm:px-6">
          <ProductPreview />
        </div>
        <FeatureGrid />
        <ApiSample origin={origin} />
        {!signedIn && (
          <section className="border-t border-line bg-surface">
            <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-6 px-4 py-16 sm:px-6">
              <div>
                <h2 className="text-2xl font-semibold tracking-tight">{t('landing.cta.title')}</h2>
                <p className="mt-2 text-muted">{t('landing.cta.text')}</p>
              </div>
              <Link href="/signup" className={buttonStyle({ variant: 'primary', size: 'lg' })}>
                {t('nav.signup')}
              </Link>
            </div>
          </section>
        )}
      </main>
      <SiteFooter />
    </>
  );
}
