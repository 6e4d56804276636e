'use client';

import { useState } from 'react';
import { workspaces } from '../../client/workspaces.ts';
import { Button } from '../../components/ui/button.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { useChange } from './use-change.ts';

/** Takes an invitation; from then on the viewer works in that workspace. */
export function JoinButton({ invitationId }: { invitationId: string }) {
  const { t } = useTranslator();
  const { busy, change } = useChange();
  const [joined, setJoined] = useState(false);
  const join = async () => {
    if (!(await change(() => workspaces.acceptInvitation({ invitationId }), { leaves: true }))) return;
    setJoined(true);
    // With a full load: everything that was read belongs to another workspace.
    window.location.assign('/links');
  };
  return (
    <Button variant="primary" size="lg" busy={busy || joined} onClick={() => void join()}>
      {t('join.action')}
    </Button>
  );
}
