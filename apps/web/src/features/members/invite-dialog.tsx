'use client';

import { useState } from 'react';
import { workspaces } from '../../client/workspaces.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/dialog.tsx';
import { Field, Input } from '../../components/ui/field.tsx';
import { Select } from '../../components/ui/select.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { emailProblem } from '../auth/auth-failure.ts';
import { invitationUrl } from './invitation-url.ts';
import { rolesToGive, toRole, type Role, type Team } from './team.ts';
import { useChange } from './use-change.ts';

/** Makes an invitation and shows its link, which whoever invites may also bring to its recipient themselves. */
export function InviteDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const { t } = useTranslator();
  const { busy, change } = useChange();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const [problem, setProblem] = useState<string>();
  const [made, setMade] = useState<{ id: string; email: string }>();

  const submit = () => {
    const bad = emailProblem(email);
    setProblem(bad && t(bad));
    if (bad !== undefined) return;
    const invite = async () => {
      const { data, error } = await workspaces.inviteMember({
        email: email.trim(),
        role,
        organizationId: team.workspaceId,
      });
      if (data !== null) setMade(data);
      return { error };
    };
    void change(invite, { onProblem: setProblem });
  };

  const isMailed = team.invitesBy === 'mail';
  if (made !== undefined) return <InvitationLink {...made} isMailed={isMailed} onClose={onClose} />;
  return (
    <FormDialog
      title={t('members.invite.title')}
      submitLabel={t(isMailed ? 'members.invite.send' : 'members.invite.submit')}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('auth.email')} hint={t('members.invite.hint')} error={problem}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            type="email"
            autoComplete="off"
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('profile.role')} hint={t(`role.${role}.hint`)}>
        {(control) => (
          <Select {...control} value={role} onChange={(event) => setRole(toRole(event.target.value))}>
            {rolesToGive(team.me.role).map((one) => (
              <option key={one} value={one}>
                {t(`role.${one}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {team.invitesBy === 'link-until-confirmed' && (
        <p className="text-[0.8125rem] text-muted">{t('members.invite.unconfirmed')}</p>
      )}
    </FormDialog>
  );
}

interface LinkProps {
  id: string;
  email: string;
  isMailed: boolean;
  onClose: () => void;
}

function InvitationLink({ id, email, isMailed, onClose }: LinkProps) {
  const { t } = useTranslator();
  const url = invitationUrl(id);
  return (
    <Dialog
      sticky
      title={t(isMailed ? 'members.sent.title' : 'members.invited.title')}
      description={t(isMailed ? 'members.sent.text' : 'members.invited.text', { email })}
      onClose={onClose}
    >
      <DialogBody>
        <div className="flex items-center gap-3 rounded-lg border border-line bg-background p-3">
          <code data-testid="invitation-link" className="min-w-0 flex-1 font-mono text-[0.8125rem] break-all">
            {url}
          </code>
          <CopyButton text={url} label={`${t('common.copy')}: ${t('members.link')}`} withText />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          {t('members.invited.done')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
