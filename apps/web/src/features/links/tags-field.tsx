'use client';

import { X } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { Field } from '../../components/ui/field.tsx';
import { useTranslator } from '../../i18n/provider.tsx';

const MAX_TAGS = 20;
const MAX_TAG_LENGTH = 50;

interface Props {
  tags: readonly string[];
  onChange: (tags: readonly string[]) => void;
  error: string | undefined;
}

/** Tags as chips; Enter, comma or leaving the field takes what is typed, Backspace takes the last one off. */
export function TagsField({ tags, onChange, error }: Props) {
  const { t } = useTranslator();
  const [typed, setTyped] = useState('');

  const add = (text: string) => {
    const fresh = text
      .split(',')
      .map((tag) => tag.trim().slice(0, MAX_TAG_LENGTH))
      .filter((tag) => tag !== '');
    setTyped('');
    if (fresh.length > 0) onChange([...new Set([...tags, ...fresh])].slice(0, MAX_TAGS));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault();
      add(typed);
    } else if (event.key === 'Backspace' && typed === '') {
      onChange(tags.slice(0, -1));
    }
  };

  return (
    <Field
      label={t('link.form.tags')}
      optional={t('common.optional')}
      hint={t('link.form.tags.hint')}
      error={error}
    >
      {(control) => (
        <div className="flex min-h-9 flex-wrap items-center gap-1.5 rounded-lg border border-line-strong bg-surface px-1.5 py-1 shadow-low transition-colors focus-within:border-accent focus-within:outline-2 focus-within:outline-accent hover:border-faint">
          {tags.map((tag) => (
            <span
              key={tag}
              className="flex h-6 items-center gap-1 rounded-md bg-subtle pl-2 text-[0.8125rem]"
            >
              <span className="max-w-40 truncate">{tag}</span>
              <button
                type="button"
                aria-label={t('link.form.tags.remove', { tag })}
                onClick={() => onChange(tags.filter((other) => other !== tag))}
                className="grid size-6 place-items-center rounded-md text-faint hover:text-ink"
              >
                <X aria-hidden className="size-3" />
              </button>
            </span>
          ))}
          <input
            {...control}
            value={typed}
            maxLength={200}
            autoComplete="off"
            enterKeyHint="done"
            onChange={(event) =>
              event.target.value.includes(',') ? add(event.target.value) : setTyped(event.target.value)
            }
            onKeyDown={onKeyDown}
            onBlur={() => add(typed)}
            className="h-6 min-w-24 flex-1 bg-transparent px-1.5 outline-none max-sm:text-base"
          />
        </div>
      )}
    </Field>
  );
}
