'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../components/toast.tsx';
import { failureText } from '../../client/failure-text.ts';
import { readFailure } from '../../client/failure.ts';
import { useTRPC } from '../../client/trpc.tsx';
import { useTranslator } from '../../i18n/provider.tsx';

type Deed = 'deleted' | 'restored' | 'enabled' | 'disabled';

const UNDO_MS = 8_000;

/** Deletes, restores, enables and disables links, one or many, and says what became of it; a delete can be undone. */
export function useLinkActions() {
  const translator = useTranslator();
  const { t, plural } = translator;
  const trpc = useTRPC();
  const queries = useQueryClient();
  const remove = useMutation(trpc.links.delete.mutationOptions());
  const bringBack = useMutation(trpc.links.restore.mutationOptions());
  const update = useMutation(trpc.links.update.mutationOptions());

  const steps: Record<Deed, (code: string) => Promise<unknown>> = {
    deleted: (code) => remove.mutateAsync({ code }),
    restored: (code) => bringBack.mutateAsync({ code }),
    enabled: (code) => update.mutateAsync({ code, enabled: true }),
    disabled: (code) => update.mutateAsync({ code, enabled: false }),
  };

  /** Does it to each; the client packs the calls of one moment into few requests. Resolves to the codes that worked. */
  const perform = async (deed: Deed, codes: readonly string[]): Promise<string[]> => {
    const results = await Promise.allSettled(codes.map((code) => steps[deed](code)));
    const done = codes.filter((_, index) => results[index]?.status === 'fulfilled');
    const refused = results.find((result) => result.status === 'rejected');
    await queries.invalidateQueries(trpc.links.pathFilter());
    if (done.length > 0) {
      toast.success(plural(`links.${deed}`, done.length), {
        duration: deed === 'deleted' ? UNDO_MS : 4_000,
        ...(deed === 'deleted' && {
          action: { label: t('common.undo'), onClick: () => void perform('restored', done) },
        }),
      });
    }
    if (refused !== undefined) {
      toast.error(failureText(translator, readFailure(refused.reason)), {
        ...(done.length > 0 && {
          description: t('links.selection.tooMany', { done: done.length, all: codes.length }),
        }),
      });
    }
    return done;
  };
  return perform;
}
