'use client';

import { workspaces } from '../../client/workspaces.ts';
import { copyText } from '../../client/copy.ts';
import { LocalTime } from '../../components/local-time.tsx';
import { toast } from '../../components/toast.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { SettingsCard } from '../settings/settings-card.tsx';
import { invitationUrl } from './invitation-url.ts';
import type { Team, TeamInvitation } from './team.ts';
import { useChange } from './use-change.ts';

/** Who was invited and has not come yet: the link again, or taken back. */
export function InvitationsCard({ invitations, invitesBy }: Pick<Team, 'invitations' | 'invitesBy'>) {
  const { t } = useTranslator();
  return (
    <SettingsCard
      title={t('invitations.title')}
      text={t(invitesBy === 'mail' ? 'invitations.mailed' : 'invitations.text')}
    >
      <ul className="divide-y divide-line border-t border-line">
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </SettingsCard>
  );
}

function InvitationRow({ invitation }: { invitation: TeamInvitation }) {
  const { t } = useTranslator();
  const { busy, change } = useChange();
  const { id, email, role, expiresAt } = invitation;
  const copy = async () => {
    if (await copyText(invitationUrl(id))) toast.success(t('common.copied'));
    else toast.error(t('common.copyFailed'));
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5">
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <p className="truncate font-medium">{email}</p>
        <p className="text-[0.8125rem] text-muted">
          {t(`role.${role}`)} · {t('invitations.until')} <LocalTime date={expiresAt} as="day" />
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="sm" aria-label={t('invitations.copyOf', { email })} onClick={() => void copy()}>
          {t('invitations.copy')}
        </Button>
        <Button
          size="sm"
          variant="dangerGhost"
          busy={busy}
          aria-label={t('invitations.cancelOf', { email })}
          onClick={() =>
            void change(() => workspaces.cancelInvitation({ invitationId: id }), {
              done: t('invitations.cancelled'),
            })
          }
        >
          {t('invitations.cancel')}
        </Button>
      </div>
    </li>
  );
}
