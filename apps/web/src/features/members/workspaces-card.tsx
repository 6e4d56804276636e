'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { workspaces as client } from '../../client/workspaces.ts';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { SettingsCard } from '../settings/settings-card.tsx';
import { NewWorkspaceDialog } from './new-workspace-dialog.tsx';
import type { Role } from './team.ts';
import { useChange } from './use-change.ts';

interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

interface Props {
  workspaces: readonly Workspace[];
  currentId: string;
}

/** All workspaces of the viewer: where to go, and a way to make another (WEB-4). */
export function WorkspacesCard({ workspaces, currentId }: Props) {
  const { t } = useTranslator();
  const [isOpen, setOpen] = useState(false);
  return (
    <SettingsCard
      title={t('workspaces.title')}
      text={t('workspaces.text')}
      aside={
        <Button variant="primary" onClick={() => setOpen(true)}>
          <Plus aria-hidden className="size-4" />
          {t('workspaces.new')}
        </Button>
      }
    >
      <ul className="divide-y divide-line border-t border-line">
        {workspaces.map((workspace) => (
          <WorkspaceRow key={workspace.id} workspace={workspace} isCurrent={workspace.id === currentId} />
        ))}
      </ul>
      {isOpen && <NewWorkspaceDialog onClose={() => setOpen(false)} />}
    </SettingsCard>
  );
}

function WorkspaceRow({ workspace, isCurrent }: { workspace: Workspace; isCurrent: boolean }) {
  const { t } = useTranslator();
  const { busy, change } = useChange();
  const { id, name, role } = workspace;
  const enter = async () => {
    if (await change(() => client.setActive({ organizationId: id }), { leaves: true })) {
      window.location.assign('/links');
    }
  };
  return (
    <li className="flex min-h-15 items-center gap-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 font-medium">
          <span className="truncate">{name}</span>
          {isCurrent && <Badge tone="good">{t('workspaces.current')}</Badge>}
        </p>
        <p className="text-[0.8125rem] text-muted">{t(`role.${role}`)}</p>
      </div>
      {!isCurrent && (
        <Button
          size="sm"
          busy={busy}
          aria-label={t('workspaces.switchTo', { name })}
          onClick={() => void enter()}
        >
          {t('workspaces.switch')}
        </Button>
      )}
    </li>
  );
}
