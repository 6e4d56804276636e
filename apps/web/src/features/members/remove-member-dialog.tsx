'use client';

import { workspaces } from '../../client/workspaces.ts';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/dialog.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import type { Team, TeamMember } from './team.ts';
import { useChange } from './use-change.ts';

/** Asks before somebody loses a workspace, with the API keys that they made in it; their links stay. */
export function RemoveMemberDialog(props: { team: Team; member: TeamMember; onClose: () => void }) {
  const { team, member, onClose } = props;
  const { t } = useTranslator();
  const { busy, change } = useChange();
  const isMe = member.userId === team.me.userId;
  const organizationId = team.workspaceId;
  const remove = async () => {
    if (isMe) {
      const left = await change(() => workspaces.leave({ organizationId }), { leaves: true });
      if (left) window.location.assign('/links');
      return;
    }
    await change(() => workspaces.removeMember({ memberIdOrEmail: member.id, organizationId }), {
      done: t('members.removed'),
    });
    onClose();
  };
  return (
    <Dialog
      title={isMe ? t('members.leave.title') : t('members.remove.title', { name: member.name })}
      onClose={onClose}
    >
      <DialogBody>
        <p className="text-muted">{t(isMe ? 'members.leave.text' : 'members.remove.text')}</p>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button variant="danger" busy={busy} onClick={() => void remove()}>
          {t(isMe ? 'members.leave' : 'members.remove')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
