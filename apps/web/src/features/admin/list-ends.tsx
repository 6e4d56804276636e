'use client';

import { CloudOff } from 'lucide-react';
import { failureText } from '../../client/failure-text.ts';
import { readFailure } from '../../client/failure.ts';
import { Button } from '../../components/ui/button.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useTranslator } from '../../i18n/provider.tsx';

/** What stands in the place of a list that could not be read. */
export function ListFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const translator = useTranslator();
  const { t } = translator;
  return (
    <Notice
      icon={<CloudOff />}
      title={t('admin.failed')}
      action={<Button onClick={onRetry}>{t('common.retry')}</Button>}
    >
      {failureText(translator, readFailure(error))}
    </Notice>
  );
}

/** Below a list that goes on. */
export function MoreButton({ busy, onMore }: { busy: boolean; onMore: () => void }) {
  const { t } = useTranslator();
  return (
    <div className="mt-4 flex justify-center">
      <Button size="sm" busy={busy} onClick={onMore}>
        {t('admin.more')}
      </Button>
    </div>
  );
}
