import type { Metadata } from 'next';
import { requireViewer } from '../../../../features/auth/viewer.ts';
import { mayManage, toRole } from '../../../../features/members/team.ts';
import { WorkspaceNameForm } from '../../../../features/members/workspace-name-form.tsx';
import { WorkspacesCard } from '../../../../features/members/workspaces-card.tsx';
import { getTranslator } from '../../../../i18n/server.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await getTranslator();
  return { title: t('settings.workspaces') };
}

export default async function WorkspacesPage() {
  const { workspaces, workspaceId } = await requireViewer('/settings/workspaces');
  const mine = workspaces.map(({ id, name, role }) => ({ id, name, role: toRole(role) }));
  const current = mine.find(({ id }) => id === workspaceId);
  return (
    <>
      {current !== undefined && (
        <WorkspaceNameForm id={current.id} name={current.name} canRename={mayManage(current.role)} />
      )}
      <WorkspacesCard workspaces={mine} currentId={workspaceId} />
    </>
  );
}
