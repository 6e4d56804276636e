import type { Metadata } from 'next';
import { requireViewer } from '../../../../features/auth/viewer.ts';
import { InvitationsCard } from '../../../../features/members/invitations-card.tsx';
import { MembersCard } from '../../../../features/members/members-card.tsx';
import { readTeam } from '../../../../features/members/read-team.ts';
import { getTranslator } from '../../../../i18n/server.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await getTranslator();
  return { title: t('settings.members') };
}

export default async function MembersPage() {
  const viewer = await requireViewer('/settings/members');
  const team = await readTeam(viewer);
  const workspace = viewer.workspaces.find(({ id }) => id === team.workspaceId)?.name ?? '';
  return (
    <>
      <MembersCard team={team} workspace={workspace} />
      {team.invitations.length > 0 && (
        <InvitationsCard invitations={team.invitations} invitesBy={team.invitesBy} />
      )}
    </>
  );
}
