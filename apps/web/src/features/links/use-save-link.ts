'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../components/toast.tsx';
import { copyText } from '../../client/copy.ts';
import { readFailure, type Failure } from '../../client/failure.ts';
import { useTRPC } from '../../client/trpc.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import type { LinkChanges, toCreateInput } from './link-form-values.ts';

interface Options {
  onSaved: () => void;
  onFailed: (failure: Failure) => void;
}

/** Creates or changes a link and lets every list and page that shows it know. */
export function useSaveLink({ onSaved, onFailed }: Options) {
  const { t } = useTranslator();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries(trpc.links.pathFilter());
  const fail = (error: unknown) => onFailed(readFailure(error));

  const create = useMutation(
    trpc.links.create.mutationOptions({
      onSuccess: async (link) => {
        onSaved();
        const copied = await copyText(link.shortUrl);
        toast.success(copied ? t('links.created') : t('links.createdNotCopied'), {
          description: link.shortUrl,
        });
        await refresh();
      },
      onError: fail,
    }),
  );
  const change = useMutation(
    trpc.links.update.mutationOptions({
      onSuccess: async () => {
        onSaved();
        toast.success(t('links.saved'));
        await refresh();
      },
      onError: fail,
    }),
  );
  return {
    isPending: create.isPending || change.isPending,
    create: (input: ReturnType<typeof toCreateInput>) => create.mutate(input),
    change: (code: string, changes: LinkChanges) => {
      if (Object.keys(changes).length === 0) onSaved();
      else change.mutate({ code, ...changes });
    },
  };
}
