'use client';

import Link from 'next/link';
import { CopyButton } from '../../components/copy-button.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { QrButton } from '../links/qr-button.tsx';
import { SafeLink } from '../links/safe-link.tsx';
import { splitTarget, withoutScheme } from '../links/target-text.ts';

export interface ShortenedLink {
  readonly code: string;
  readonly shortUrl: string;
  readonly longUrl: string;
}

interface Props {
  links: readonly ShortenedLink[];
  signedIn: boolean;
  onClear: () => void;
}

/** What was just shortened, newest first; announced to readers as it arrives. */
export function ShortenedLinks({ links, signedIn, onClear }: Props) {
  const { t } = useTranslator();
  return (
    <div aria-live="polite" className="mt-5">
      {links.length > 0 && (
        <section aria-label={t('landing.results')} className="grid gap-2">
          <ul className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface shadow-low">
            {links.map((link) => (
              <li key={link.code} className="flex animate-rise items-center gap-3 py-2.5 pr-3 pl-4">
                <div className="min-w-0 flex-1">
                  <SafeLink
                    href={link.shortUrl}
                    className="block truncate text-[0.9375rem] font-semibold text-accent-ink hover:underline"
                  >
                    {withoutScheme(link.shortUrl)}
                  </SafeLink>
                  <p className="truncate text-[0.8125rem] text-muted">
                    <span className="text-ink">{splitTarget(link.longUrl).host}</span>
                    {splitTarget(link.longUrl).rest}
                  </p>
                </div>
                <QrButton url={link.shortUrl} />
                <CopyButton text={link.shortUrl} label={`${t('common.copy')} ${link.shortUrl}`} withText />
              </li>
            ))}
          </ul>
          <div className="flex items-center justify-between gap-3 px-1">
            <Link
              href={signedIn ? '/links' : '/signup'}
              className="text-[0.8125rem] font-medium text-accent-ink hover:underline"
            >
              {signedIn ? t('landing.form.createdWithAccount') : t('landing.claim')}
            </Link>
            <Button variant="ghost" size="sm" onClick={onClear}>
              {t('landing.clear')}
            </Button>
          </div>
        </section>
      )}
    </div>
  );
}
