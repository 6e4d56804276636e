'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { codeText } from '../../client/failure-text.ts';
import { useTRPC } from '../../client/trpc.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { useTranslator } from '../../i18n/provider.tsx';

const PAUSE_MS = 250;

function useDelayed<Value>(value: Value): Value {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return delayed;
}

interface Props {
  alias: string;
  onChange: (alias: string) => void;
  /** What the server said of this alias when it was sent. */
  error: string | undefined;
  suggestions: readonly string[];
  /** Host of short links, as they are shown. */
  host: string | undefined;
}

/** The alias, judged while it is typed; the insert alone decides (ALIAS-3). */
export function AliasField({ alias, onChange, error, suggestions, host }: Props) {
  const translator = useTranslator();
  const { t } = translator;
  const trpc = useTRPC();
  const asked = useDelayed(alias);
  const check = useQuery({
    ...trpc.links.checkAlias.queryOptions({ alias: asked }),
    enabled: asked !== '' && error === undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const settled = asked === alias && !check.isFetching && check.data !== undefined && alias !== '';
  const reason = settled ? check.data.reason : null;
  const problem = error ?? (reason === null ? undefined : codeText(translator, reason.code, reason.message));
  const free = error === undefined && settled && check.data.available;
  const offered =
    problem === undefined ? [] : suggestions.length > 0 ? suggestions : (check.data?.suggestions ?? []);

  return (
    <div className="grid gap-1.5">
      <Field
        label={t('link.form.alias')}
        optional={t('common.optional')}
        error={problem}
        hint={
          free ? (
            <span className="text-accent-ink">{t('link.form.alias.free')}</span>
          ) : (
            t('link.form.alias.hint')
          )
        }
      >
        {(control) => (
          <div className="flex h-9 items-center overflow-hidden rounded-lg border border-line-strong bg-surface shadow-low transition-colors focus-within:border-accent focus-within:outline-2 focus-within:outline-accent hover:border-faint has-aria-invalid:border-danger has-aria-invalid:outline-danger">
            {host !== undefined && (
              <span className="flex h-full max-w-[55%] shrink-0 items-center border-r border-line bg-background px-2.5 text-[0.8125rem] text-muted">
                <span className="truncate">{host}/</span>
              </span>
            )}
            <input
              {...control}
              name="alias"
              value={alias}
              maxLength={60}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => onChange(event.target.value)}
              className="h-full min-w-0 flex-1 bg-transparent px-2.5 outline-none max-sm:text-base"
            />
            <span className="grid w-8 shrink-0 place-items-center">
              {free && <Check aria-hidden className="size-4 text-accent" />}
              {check.isFetching && alias !== '' && <Spinner className="text-faint" />}
            </span>
          </div>
        )}
      </Field>
      {offered.length > 0 && (
        <p className="flex flex-wrap items-center gap-1.5 text-[0.8125rem] text-muted">
          {t('link.form.alias.suggestions')}
          {offered.slice(0, 4).map((name) => (
            <button
              key={name}
              type="button"
              aria-label={t('link.form.alias.use', { alias: name })}
              onClick={() => onChange(name)}
              className="h-6 rounded-md border border-line bg-background px-2 text-ink hover:border-accent"
            >
              {name}
            </button>
          ))}
        </p>
      )}
    </div>
  );
}
