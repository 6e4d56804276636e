'use client';

import { useState } from 'react';
import { workspaces } from '../../client/workspaces.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { useChange } from './use-change.ts';
import { WorkspaceNameField } from './workspace-name-field.tsx';

/** Makes a workspace; from then on the viewer works in it. */
export function NewWorkspaceDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslator();
  const { busy, change } = useChange();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const [made, setMade] = useState(false);
  const create = async () => {
    // The server makes a slug of its own.
    const work = () => workspaces.create({ name, slug: 'new' });
    if (!(await change(work, { leaves: true, onProblem: setProblem }))) return;
    setMade(true);
    // With a full load: everything that was read belongs to another workspace.
    window.location.assign('/links');
  };
  const submit = () => {
    const isEmpty = name.trim() === '';
    setProblem(isEmpty ? t('error.field.required') : undefined);
    if (!isEmpty) void create();
  };
  return (
    <FormDialog
      title={t('workspaces.new')}
      submitLabel={t('workspaces.create')}
      busy={busy || made}
      onSubmit={submit}
      onClose={onClose}
    >
      <WorkspaceNameField
        autoFocus
        value={name}
        onChange={setName}
        error={problem}
        hint={t('workspaces.create.hint')}
      />
    </FormDialog>
  );
}
