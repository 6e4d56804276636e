'use client';

import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toast } from './toast.tsx';
import { copyText } from '../client/copy.ts';
import { useTranslator } from '../i18n/provider.tsx';
import { Button } from './ui/button.tsx';
import { cn } from './ui/cn.ts';

const SHOWN_MS = 1_600;

interface Props {
  text: string;
  /** What is copied, for readers: "Copy brevia.example/abc". */
  label: string;
  /** Shows the word beside the icon. */
  withText?: boolean;
  className?: string;
}

export function CopyButton({ text, label, withText = false, className }: Props) {
  const { t } = useTranslator();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    if (await copyText(text)) setCopied(true);
    else toast.error(t('common.copyFailed'));
  };
  const Icon = copied ? Check : Copy;
  return (
    <Button
      variant={withText ? 'secondary' : 'ghost'}
      size={withText ? 'md' : 'icon'}
      aria-label={label}
      title={withText ? undefined : t('common.copy')}
      className={className}
      onClick={() => void copy()}
    >
      <Icon aria-hidden className={cn('size-4', copied && 'text-accent')} />
      {withText && (copied ? t('common.copied') : t('common.copy'))}
      <span className="sr-only" aria-live="polite">
        {copied && !withText ? t('common.copied') : ''}
      </span>
    </Button>
  );
}
