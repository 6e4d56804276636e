'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureText } from '../../client/failure-text.ts';
import { readFailure } from '../../client/failure.ts';
import { useTRPC } from '../../client/trpc.tsx';
import { FormProblem } from '../../components/form-problem.tsx';
import { toast } from '../../components/toast.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/dialog.tsx';
import { useTranslator } from '../../i18n/provider.tsx';

/** Asks before a host may be linked to again. */
export function UnblockDialog({ host, onClose }: { host: string; onClose: () => void }) {
  const translator = useTranslator();
  const { t } = translator;
  const trpc = useTRPC();
  const queries = useQueryClient();
  const unblock = useMutation(
    trpc.admin.blockedDomains.remove.mutationOptions({
      onSuccess: async () => {
        onClose();
        toast.success(t('admin.blocked.removed'));
        await queries.invalidateQueries(trpc.admin.blockedDomains.list.pathFilter());
      },
    }),
  );
  return (
    <Dialog title={t('admin.blocked.removeOf', { host })} onClose={onClose}>
      <DialogBody className="grid gap-4">
        <p className="text-muted">{t('admin.blocked.remove.text')}</p>
        <FormProblem
          text={unblock.isError ? failureText(translator, readFailure(unblock.error)) : undefined}
        />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button variant="danger" busy={unblock.isPending} onClick={() => unblock.mutate({ host })}>
          {t('admin.blocked.remove')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
