'use client';

import { QrCode } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { withoutScheme } from './target-text.ts';

const QrDialog = dynamic(() => import('./qr-dialog.tsx').then((module) => module.QrDialog), { ssr: false });

/** Opens the QR code of an address; the encoder is loaded at the first press. */
export function QrButton({ url }: { url: string }) {
  const { t } = useTranslator();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`${t('landing.qr')} ${withoutScheme(url)}`}
        title={t('landing.qr')}
        onClick={() => setOpen(true)}
      >
        <QrCode aria-hidden className="size-4" />
      </Button>
      {open && <QrDialog url={url} onClose={() => setOpen(false)} />}
    </>
  );
}
