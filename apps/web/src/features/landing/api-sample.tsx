import { ArrowRight } from 'lucide-react';
import { buttonStyle } from '../../components/ui/button.tsx';
import { getTranslator } from '../../i18n/server.ts';

function Code({ title, text }: { title: string; text: string }) {
  return (
    <div className="min-w-0">
      <p className="border-b border-line px-5 py-2.5 text-[0.8125rem] font-medium text-muted">{title}</p>
      {/* Scrolls sideways on a phone, so it must be reachable by keyboard. */}
      <pre
        tabIndex={0}
        aria-label={title}
        role="region"
        className="overflow-x-auto px-5 py-4 font-mono text-[0.8125rem] leading-6"
      >
        {text}
      </pre>
    </div>
  );
}

/** @param origin the public address of this dashboard, such as `https://app.example` */
export async function ApiSample({ origin }: { origin: string }) {
  const { t } = await getTranslator();
  const request = `curl ${origin}/api/v1/links \\
  -H 'Authorization: Bearer $BREVIA_KEY' \\
  -H 'Content-Type: application/json' \\
  -d '{"long_url": "https://shop.example/spring",
       "custom_alias": "spring-sale"}'`.replaceAll(
    "'Authorization: Bearer $BREVIA_KEY'",
    '"Authorization: Bearer $BREVIA_KEY"',
  );
  const response = `HTTP/1.1 201 Created

{
  "code": "spring-sale",
  "short_url": "https://brevia.example/spring-sale",
  "long_url": "https://shop.example/spring",
  "state": "active"
}`;
  return (
    <section aria-labelledby="api" className="border-t border-line">
      <div className="mx-auto grid max-w-6xl items-center gap-10 px-4 py-20 sm:px-6 sm:py-28 lg:grid-cols-[20rem_1fr] lg:gap-16">
        <div>
          <h2 id="api" className="text-3xl font-semibold tracking-tight">
            {t('landing.api.title')}
          </h2>
          <p className="mt-4 leading-6 text-pretty text-muted">{t('landing.api.text')}</p>
          <a href="/docs" className={buttonStyle({ className: 'mt-6' })}>
            {t('landing.api.docs')}
            <ArrowRight aria-hidden className="size-4" />
          </a>
        </div>
        <div className="min-w-0 divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface shadow-low">
          <Code title={t('landing.api.request')} text={request} />
          <Code title={t('landing.api.response')} text={response} />
        </div>
      </div>
    </section>
  );
}
