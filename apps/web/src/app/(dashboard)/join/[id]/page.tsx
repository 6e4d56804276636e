import { MailX, Users } from 'lucide-react';
import type { Metadata } from 'next';
import { PageHeader } from '../../../../components/page-header.tsx';
import { Card } from '../../../../components/ui/card.tsx';
import { Notice } from '../../../../components/ui/notice.tsx';
import { requireViewer } from '../../../../features/auth/viewer.ts';
import { JoinButton } from '../../../../features/members/join-button.tsx';
import { readInvitation } from '../../../../features/members/read-team.ts';
import { getTranslator } from '../../../../i18n/server.ts';

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await getTranslator();
  return { title: t('join.title') };
}

interface Props {
  params: Promise<{ id: string }>;
}

export default async function JoinPage({ params }: Props) {
  const { id } = await params;
  const viewer = await requireViewer(`/join/${encodeURIComponent(id)}`);
  const [{ t }, found] = await Promise.all([getTranslator(), readInvitation(id)]);
  return (
    <div className="mx-auto max-w-xl">
      <PageHeader title={t('join.title')} />
      <Card>
        {found === 'gone' ? (
          <Notice icon={<MailX />} title={t('join.gone.title')}>
            {t('join.gone.text')}
          </Notice>
        ) : found === 'foreign' ? (
          <Notice icon={<MailX />} title={t('join.foreign.title')}>
            {t('join.foreign.text', { email: viewer.user.email })}
          </Notice>
        ) : (
          <Notice
            icon={<Users />}
            title={t('join.invited', { workspace: found.workspace })}
            action={<JoinButton invitationId={id} />}
          >
            {t('join.by', { inviter: found.inviter })}
          </Notice>
        )}
      </Card>
    </div>
  );
}
