'use client';

import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { workspaces } from '../../client/workspaces.ts';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Select } from '../../components/ui/select.tsx';
import { ColumnHead, Table } from '../../components/ui/table.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { SettingsCard } from '../settings/settings-card.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import { mayChange, mayManage, rolesToGive, toRole, type Team, type TeamMember } from './team.ts';
import { useChange } from './use-change.ts';

type Open = { kind: 'invite' } | { kind: 'remove'; member: TeamMember } | null;

/** Everybody in the workspace; owners and admins give roles and remove (WEB-4). */
export function MembersCard({ team, workspace }: { team: Team; workspace: string }) {
  const { t } = useTranslator();
  const [open, setOpen] = useState<Open>(null);
  const invite = mayManage(team.me.role) && (
    <Button variant="primary" onClick={() => setOpen({ kind: 'invite' })}>
      <UserPlus aria-hidden className="size-4" />
      {t('members.invite')}
    </Button>
  );
  return (
    <SettingsCard
      title={t('members.title')}
      text={t('members.text', { workspace })}
      {...(invite === false ? {} : { aside: invite })}
    >
      <Table
        caption={t('members.title')}
        headClassName="[&>th]:py-2 [&>th]:pr-4"
        head={
          <>
            <ColumnHead>{t('members.column.member')}</ColumnHead>
            <ColumnHead className="w-36">{t('profile.role')}</ColumnHead>
            <ColumnHead className="w-px" hidden>
              {t('keys.column.actions')}
            </ColumnHead>
          </>
        }
      >
        {team.members.map((member) => (
          <MemberRow
            key={member.id}
            team={team}
            member={member}
            onRemove={() => setOpen({ kind: 'remove', member })}
          />
        ))}
      </Table>
      {open?.kind === 'invite' && <InviteDialog team={team} onClose={() => setOpen(null)} />}
      {open?.kind === 'remove' && (
        <RemoveMemberDialog team={team} member={open.member} onClose={() => setOpen(null)} />
      )}
    </SettingsCard>
  );
}

function MemberRow({ team, member, onRemove }: { team: Team; member: TeamMember; onRemove: () => void }) {
  const { t } = useTranslator();
  const { busy, change } = useChange();
  const isMe = member.userId === team.me.userId;
  const canChange = mayChange(team.me, member);
  const giveRole = (role: string) =>
    void change(
      () =>
        workspaces.updateMemberRole({
          memberId: member.id,
          role: toRole(role),
          organizationId: team.workspaceId,
        }),
      { done: t('members.roleChanged') },
    );
  return (
    <tr className="align-middle [&>td]:py-3 [&>td]:pr-4">
      <td className="max-w-0">
        <p className="flex items-center gap-2 font-medium">
          <span className="truncate">{member.name}</span>
          {isMe && <Badge tone="good">{t('members.you')}</Badge>}
        </p>
        <p className="truncate text-[0.8125rem] text-muted">{member.email}</p>
      </td>
      <td>
        {canChange ? (
          <Select
            aria-label={t('members.roleOf', { name: member.name })}
            value={member.role}
            disabled={busy}
            onChange={(event) => giveRole(event.target.value)}
          >
            {rolesToGive(team.me.role).map((role) => (
              <option key={role} value={role}>
                {t(`role.${role}`)}
              </option>
            ))}
          </Select>
        ) : (
          t(`role.${member.role}`)
        )}
      </td>
      <td className="w-px pr-0! text-right">
        {(canChange || (isMe && member.role !== 'owner')) && (
          <Button
            size="sm"
            variant="dangerGhost"
            aria-label={isMe ? undefined : t('members.removeOf', { name: member.name })}
            onClick={onRemove}
          >
            {t(isMe ? 'members.leave' : 'members.remove')}
          </Button>
        )}
      </td>
    </tr>
  );
}
