'use client';

import type { LinkDto } from '@brevia/api';
import { Badge } from '../../components/ui/badge.tsx';
import { useTranslator } from '../../i18n/provider.tsx';

const TONES = { active: 'good', disabled: 'neutral', expired: 'warning', deleted: 'danger' } as const;

export function StateBadge({ state }: { state: LinkDto['state'] }) {
  const { t } = useTranslator();
  return (
    <Badge tone={TONES[state]} dot>
      {t(`links.state.${state}`)}
    </Badge>
  );
}
