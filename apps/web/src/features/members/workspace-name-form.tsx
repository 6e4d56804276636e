'use client';

import { useState, type SyntheticEvent } from 'react';
import { workspaces } from '../../client/workspaces.ts';
import { Button } from '../../components/ui/button.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { SettingsCard } from '../settings/settings-card.tsx';
import { useChange } from './use-change.ts';
import { WorkspaceNameField } from './workspace-name-field.tsx';

interface Props {
  id: string;
  name: string;
  canRename: boolean;
}

/** The name of the workspace that the viewer works in; owners and admins change it (WEB-4). */
export function WorkspaceNameForm({ id, name: saved, canRename }: Props) {
  const { t } = useTranslator();
  const { busy, change } = useChange();
  const [name, setName] = useState(saved);
  const [problem, setProblem] = useState<string>();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const isEmpty = name.trim() === '';
    setProblem(isEmpty ? t('error.field.required') : undefined);
    if (isEmpty || !canRename) return;
    const rename = async () => {
      const { data, error } = await workspaces.update({ organizationId: id, data: { name } });
      // As the server keeps it: without space around it.
      if (data !== null) setName(data.name);
      return { error };
    };
    void change(rename, {
      done: t('workspace.renamed'),
      onProblem: setProblem,
    });
  };
  const save = canRename && (
    <Button type="submit" variant="primary" busy={busy}>
      {t('common.save')}
    </Button>
  );
  return (
    <form onSubmit={submit} noValidate>
      <SettingsCard
        title={t('workspace.title')}
        text={t('workspace.text')}
        {...(save === false ? {} : { footer: save })}
      >
        <div className="max-w-md">
          <WorkspaceNameField
            value={name}
            onChange={(value) => {
              setName(value);
              setProblem(undefined);
            }}
            error={problem}
            hint={t(canRename ? 'workspace.name.hint' : 'workspace.name.fixed')}
            readOnly={!canRename}
          />
        </div>
      </SettingsCard>
    </form>
  );
}
