import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { toast } from '../../components/toast.tsx';
import type { PlainMessageKey } from '../../i18n/translate.ts';
import { useTranslator } from '../../i18n/provider.tsx';
import { authFailureKey, type AuthFailure } from '../auth/auth-failure.ts';

const TEXTS: Readonly<Record<string, PlainMessageKey>> = {
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: 'members.error.already',
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: 'members.error.lastOwner',
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER: 'members.error.lastOwner',
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: 'members.error.full',
  INVITATION_LIMIT_REACHED: 'members.error.full',
  INVITATION_NOT_FOUND: 'join.gone.title',
  MEMBER_NOT_FOUND: 'members.error.gone',
  OWN_WORKSPACE: 'members.error.own',
  INVALID_NAME: 'workspaces.error.name',
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS: 'workspaces.error.limit',
};

function memberFailureKey(failure: AuthFailure): PlainMessageKey {
  const { code = '', status } = failure;
  if (Object.hasOwn(TEXTS, code)) return TEXTS[code] ?? 'auth.error.other';
  return status === 401 || status === 403 ? 'error.forbidden' : authFailureKey(failure);
}

type Answer = Promise<{ readonly error: AuthFailure | null }>;

interface Outcome {
  /** What to say when it went well. */
  readonly done?: string;
  /** True where the page is left when it went well: then there is nothing to show anew. */
  readonly leaves?: boolean;
  /** Takes what to say when it did not; otherwise a toast says it. */
  readonly onProblem?: (text: string) => void;
}

/** Runs a change of the workspace, says how it went, and shows the page anew. */
export function useChange() {
  const { t } = useTranslator();
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const change = async (
    work: () => Answer,
    { done, leaves = false, onProblem }: Outcome = {},
  ): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    const error = await work().then(
      (answer) => answer.error,
      (): AuthFailure => ({ status: 0 }),
    );
    setBusy(false);
    if (error !== null) (onProblem ?? toast.error)(t(memberFailureKey(error)));
    else if (done !== undefined) toast.success(done);
    // Also after a failure: somebody else may have been first.
    if (error !== null || !leaves) router.refresh();
    return error === null;
  };
  return { busy, change };
}
