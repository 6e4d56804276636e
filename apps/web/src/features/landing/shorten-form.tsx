'use client';

import { useMutation } from '@tanstack/react-query';
import { ArrowRight, Link2 } from 'lucide-react';
import { useRef, useState, type SyntheticEvent } from 'react';
import { failureText, fieldText } from '../../client/failure-text.ts';
import { readFailure } from '../../client/failure.ts';
import { useTRPC } from '../../client/trpc.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Field } from '../../components/ui/field.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { completeUrl } from '../links/complete-url.ts';
import { ShortenedLinks, type ShortenedLink } from './shortened-links.tsx';

/** The field of the landing page: paste, press, get a short link. What was typed stays after an error. */
export function ShortenForm({ signedIn }: { signedIn: boolean }) {
  const translator = useTranslator();
  const { t } = translator;
  const trpc = useTRPC();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const [made, setMade] = useState<readonly ShortenedLink[]>([]);

  const create = useMutation(
    trpc.links.create.mutationOptions({
      onSuccess: ({ code, shortUrl, longUrl }) => {
        setMade((before) => [{ code, shortUrl, longUrl }, ...before]);
        setTyped('');
      },
      onError: (error) => {
        const failure = readFailure(error);
        setProblem(fieldText(translator, failure, 'longUrl') ?? failureText(translator, failure));
        input.current?.focus();
      },
    }),
  );

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    if (typed.trim() === '') {
      setProblem(t('landing.form.empty'));
      input.current?.focus();
      return;
    }
    setProblem(undefined);
    create.mutate({ longUrl: completeUrl(typed) });
  };

  return (
    <div className="w-full max-w-2xl text-left">
      <form onSubmit={submit} noValidate>
        <Field
          label={t('landing.form.label')}
          hideLabel
          error={problem}
          hint={<span className="block text-center">{signedIn ? undefined : t('landing.form.note')}</span>}
        >
          {(control) => (
            <div className="flex gap-2 rounded-2xl border border-line-strong bg-surface p-2 shadow-high transition-colors focus-within:border-accent has-aria-invalid:border-danger max-sm:flex-col">
              <div className="flex min-w-0 flex-1 items-center gap-2.5 pl-3">
                <Link2 aria-hidden className="size-5 shrink-0 text-faint" />
                <input
                  {...control}
                  ref={input}
                  name="url"
                  type="text"
                  inputMode="url"
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  enterKeyHint="go"
                  value={typed}
                  onChange={(event) => {
                    setTyped(event.target.value);
                    setProblem(undefined);
                  }}
                  placeholder={t('landing.form.placeholder')}
                  className="h-11 w-full min-w-0 bg-transparent text-base outline-none"
                />
              </div>
              <Button
                type="submit"
                variant="primary"
                size="lg"
                busy={create.isPending}
                className="rounded-xl"
              >
                {t('landing.form.submit')}
                {!create.isPending && <ArrowRight aria-hidden className="size-4" />}
              </Button>
            </div>
          )}
        </Field>
      </form>
      <ShortenedLinks links={made} signedIn={signedIn} onClear={() => setMade([])} />
    </div>
  );
}
