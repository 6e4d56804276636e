'use client';

import type { AdminUser } from '@brevia/api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readFailure, type Failure } from '../../client/failure.ts';
import { useTRPC, useTRPCClient } from '../../client/trpc.tsx';
import { toast } from '../../components/toast.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import type { UserDeed } from './user-deeds.ts';

const DONE = {
  promote: 'admin.users.promoted',
  demote: 'admin.users.demoted',
  suspend: 'admin.users.suspended',
  unsuspend: 'admin.users.unsuspended',
  signOut: 'admin.users.signedOut',
} as const;

/** One deed to one account; the list is read again after it. */
export function useUserDeed(deed: UserDeed, user: AdminUser, onDone: () => void) {
  const { t } = useTranslator();
  const trpc = useTRPC();
  const { users } = useTRPCClient().admin;
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: (reason: string) => {
      const userId = user.id;
      switch (deed) {
        case 'promote':
          return users.setRole.mutate({ userId, role: 'admin' });
        case 'demote':
          return users.setRole.mutate({ userId, role: 'user' });
        case 'suspend':
          return users.suspend.mutate({ userId, reason: reason === '' ? null : reason });
        case 'unsuspend':
          return users.unsuspend.mutate({ userId });
        case 'signOut':
          return users.signOut.mutate({ userId });
      }
    },
    onSuccess: () => {
      onDone();
      toast.success(t(DONE[deed], { name: user.name }));
    },
    // Also after a failure: somebody else may have been faster.
    onSettled: () => queries.invalidateQueries(trpc.admin.users.pathFilter()),
  });
  const failure: Failure | null = mutation.isError ? readFailure(mutation.error) : null;
  return { perform: mutation.mutate, busy: mutation.isPending, failure };
}
