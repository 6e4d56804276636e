'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { SettingsCard } from './settings-card.tsx';
import { TwoFactorDialog } from './two-factor-dialog.tsx';

export function TwoFactorCard({ enabled }: { enabled: boolean }) {
  const { t } = useTranslator();
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    router.refresh();
  };
  return (
    <>
      <SettingsCard
        title={
          <>
            {t('twoFactor.title')}
            <Badge tone={enabled ? 'good' : 'neutral'}>
              {enabled ? t('twoFactor.on') : t('twoFactor.off')}
            </Badge>
          </>
        }
        text={t('twoFactor.text')}
        aside={
          <Button onClick={() => setOpen(true)}>
            {enabled ? t('twoFactor.disable') : t('twoFactor.enable')}
          </Button>
        }
      />
      {open && <TwoFactorDialog turnOff={enabled} onClose={close} />}
    </>
  );
}
