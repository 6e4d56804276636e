'use client';

import type { ApiKeyDto } from '@brevia/api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../components/toast.tsx';
import { failureText } from '../../client/failure-text.ts';
import { readFailure } from '../../client/failure.ts';
import { useTRPC } from '../../client/trpc.tsx';
import { FormProblem } from '../../components/form-problem.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/dialog.tsx';
import { useTranslator } from '../../i18n/provider.tsx';

/** Asks before a key is gone for good: programs that use it stop working. */
export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKeyDto; onClose: () => void }) {
  const translator = useTranslator();
  const { t } = translator;
  const trpc = useTRPC();
  const queries = useQueryClient();
  const revoke = useMutation(
    trpc.apiKeys.revoke.mutationOptions({
      onSuccess: async () => {
        onClose();
        toast.success(t('keys.revoked'));
        await queries.invalidateQueries(trpc.apiKeys.pathFilter());
      },
    }),
  );
  return (
    <Dialog title={t('keys.revoke.title', { name: apiKey.name })} onClose={onClose}>
      <DialogBody className="grid gap-4">
        <p className="text-muted">{t('keys.revoke.text')}</p>
        <FormProblem text={revoke.isError ? failureText(translator, readFailure(revoke.error)) : undefined} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button variant="danger" busy={revoke.isPending} onClick={() => revoke.mutate({ id: apiKey.id })}>
          {t('keys.revoke')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
