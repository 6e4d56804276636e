'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../client/failure-text.ts';
import { readFailure } from '../../client/failure.ts';
import { useTRPC, useTRPCClient } from '../../client/trpc.tsx';
import { FormProblem } from '../../components/form-problem.tsx';
import { toast } from '../../components/toast.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/dialog.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { useTranslator } from '../../i18n/provider.tsx';

type Step = (cursor: string | null) => Promise<{ count: number; nextCursor: string | null }>;

/** Goes through all links of the store, step by step, and says how many were met so far. */
async function walk(step: Step, onCount: (count: number) => void, signal?: AbortSignal): Promise<number> {
  let count = 0;
  let cursor: string | null = null;
  do {
    signal?.throwIfAborted();
    const done = await step(cursor);
    count += done.count;
    cursor = done.nextCursor;
    onCount(count);
  } while (cursor !== null);
  return count;
}

/** Says how many links still lead to a blocked host, and disables them when asked to. */
export function HostLinksDialog({ host, onClose }: { host: string; onClose: () => void }) {
  const translator = useTranslator();
  const { t, plural } = translator;
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const [met, setMet] = useState(0);
  const found = useQuery({
    queryKey: trpc.admin.blockedDomains.countLinks.queryKey({ host }),
    queryFn: ({ signal }) =>
      walk(
        (cursor) => client.admin.blockedDomains.countLinks.query({ host, cursor }, { signal }),
        setMet,
        signal,
      ),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const disable = useMutation({
    mutationFn: () =>
      walk((cursor) => client.admin.blockedDomains.disableLinks.mutate({ host, cursor }), setMet),
    onSuccess: (count) => {
      toast.success(plural('admin.blocked.disabled', count));
      onClose();
    },
    onSettled: () => queries.invalidateQueries(trpc.links.pathFilter()),
  });
  const error = disable.error ?? found.error;
  const count = found.data ?? 0;
  return (
    <Dialog title={t('admin.blocked.linksTo', { host })} onClose={onClose} sticky={disable.isPending}>
      <DialogBody className="grid gap-4">
        <p aria-live="polite" className="flex items-center gap-2 font-medium">
          {(found.isPending || disable.isPending) && <Spinner />}
          {found.isPending
            ? plural('admin.blocked.counting', met)
            : disable.isPending
              ? plural('admin.blocked.disabling', met)
              : found.isSuccess && plural('admin.blocked.found', count)}
        </p>
        {found.isSuccess && (
          <p className="text-muted">
            {count === 0 ? t('admin.blocked.found.none') : t('admin.blocked.found.text')}
          </p>
        )}
        <FormProblem text={error === null ? undefined : failureText(translator, readFailure(error))} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{count === 0 ? t('common.close') : t('admin.blocked.keep')}</Button>
        {found.isError && <Button onClick={() => void found.refetch()}>{t('common.retry')}</Button>}
        {count > 0 && (
          <Button variant="danger" busy={disable.isPending} onClick={() => disable.mutate()}>
            {t('admin.blocked.disable')}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}
