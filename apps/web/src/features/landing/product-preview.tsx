import { Copy, MousePointerClick, QrCode } from 'lucide-react';
import { LogoMark } from '../../components/brand/logo.tsx';
import { getTranslator } from '../../i18n/server.ts';

/** Drawn figures, no one's data: thirty days with two quiet weekends and a launch. */
const DAYS = [
  18, 22, 20, 25, 31, 14, 11, 24, 28, 33, 30, 38, 19, 15, 34, 40, 44, 41, 78, 52, 47, 66, 84, 91, 83, 97, 72,
  64, 88, 100,
];
const COUNTRIES = [
  ['FR', 100],
  ['US', 78],
  ['DE', 51],
  ['JP', 34],
  ['BR', 22],
] as const;

/** A picture of a link's page in the page's own style, so that it follows the theme and needs no file. */
export async function ProductPreview() {
  const { t, locale } = await getTranslator();
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const number = new Intl.NumberFormat(locale);
  return (
    <figure
      role="img"
      aria-label={t('landing.demo')}
      className="relative mx-auto w-full max-w-5xl overflow-hidden rounded-t-2xl border border-b-0 border-line bg-surface text-left shadow-high"
    >
      <div aria-hidden className="select-none">
        <div className="flex items-center gap-3 border-b border-line px-5 py-4">
          <LogoMark className="size-9" />
          <div className="min-w-0 flex-1">
            <p className="truncate text-[0.9375rem] font-semibold">brevia.example/spring-sale</p>
            <p className="truncate text-[0.8125rem] text-muted">
              <span className="text-ink">shop.example</span>/collections/spring?utm_campaign=launch
            </p>
          </div>
          <span className="flex gap-1 text-faint max-sm:hidden">
            <QrCode className="m-2 size-4" />
            <Copy className="m-2 size-4" />
          </span>
        </div>
        <div className="grid md:grid-cols-[1fr_18rem]">
          <div className="p-5 pb-0">
            <p className="flex items-center gap-2 text-[0.8125rem] text-muted">
              <MousePointerClick className="size-4 text-faint" />
              {t('landing.demo.clicks')}
            </p>
            <p className="mt-1 text-2xl font-semibold tracking-tight tabular-nums">{number.format(48_213)}</p>
            <div className="mt-5 flex h-36 items-end gap-[3px] sm:gap-1.5">
              {DAYS.map((height, day) => (
                <span
                  key={day}
                  className="flex-1 rounded-t-[3px] bg-accent"
                  style={{ height: `${height}%`, opacity: 0.45 + (day / DAYS.length) * 0.55 }}
                />
              ))}
            </div>
          </div>
          <div className="border-line p-5 max-md:hidden md:border-l">
            <p className="text-[0.8125rem] text-muted">{t('landing.demo.countries')}</p>
            <ul className="mt-3 grid gap-1.5">
              {COUNTRIES.map(([code, share]) => (
                <li key={code} className="relative flex h-8 items-center justify-between gap-2 px-2.5">
                  <span
                    className="absolute inset-y-0 left-0 rounded-md bg-accent-soft"
                    style={{ width: `${share * 0.75}%` }}
                  />
                  <span className="relative truncate">{names.of(code)}</span>
                  <span className="relative text-muted tabular-nums">{number.format(share * 143)}</span>
                </li>
              ))}
            </ul>
          </div>
        </div>
      </div>
    </figure>
  );
}
