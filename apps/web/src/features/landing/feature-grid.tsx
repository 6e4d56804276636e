import { Braces, EyeOff, ListChecks, Pencil, TextCursorInput, Zap } from 'lucide-react';
import { getTranslator } from '../../i18n/server.ts';

const FEATURES = [
  [Zap, 'fast'],
  [Pencil, 'edit'],
  [ListChecks, 'count'],
  [EyeOff, 'privacy'],
  [TextCursorInput, 'names'],
  [Braces, 'api'],
] as const;

export async function FeatureGrid() {
  const { t } = await getTranslator();
  return (
    <section aria-labelledby="features" className="border-t border-line bg-surface">
      <div className="mx-auto max-w-6xl px-4 py-20 sm:px-6 sm:py-28">
        <h2 id="features" className="max-w-xl text-3xl font-semibold tracking-tight">
          {t('landing.features.title')}
        </h2>
        <ul className="mt-12 grid gap-x-10 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
          {FEATURES.map(([Icon, name]) => (
            <li key={name}>
              <Icon aria-hidden className="size-5 text-accent" />
              <h3 className="mt-4 text-[0.9375rem] font-semibold tracking-tight">
                {t(`landing.feature.${name}.title`)}
              </h3>
              <p className="mt-1.5 leading-6 text-pretty text-muted">{t(`landing.feature.${name}.text`)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
