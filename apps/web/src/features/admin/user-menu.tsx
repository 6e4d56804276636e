'use client';

import { Ban, CircleCheck, LogOut, ShieldCheck, ShieldOff } from 'lucide-react';
import type { ReactElement } from 'react';
import { Menu, MenuItem } from '../../components/ui/menu.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import type { UserDeed } from './user-deeds.ts';

const ICONS = {
  promote: ShieldCheck,
  demote: ShieldOff,
  suspend: Ban,
  unsuspend: CircleCheck,
  signOut: LogOut,
} as const;

interface Props {
  trigger: ReactElement;
  deeds: readonly UserDeed[];
  onChoose: (deed: UserDeed) => void;
}

/** What can be done to one account. */
export function UserMenuItems({ trigger, deeds, onChoose }: Props) {
  const { t } = useTranslator();
  return (
    <Menu trigger={trigger}>
      {deeds.map((deed) => {
        const Icon = ICONS[deed];
        return (
          <MenuItem key={deed} danger={deed === 'suspend'} onSelect={() => onChoose(deed)}>
            <Icon aria-hidden />
            {t(`admin.users.${deed}`)}
          </MenuItem>
        );
      })}
    </Menu>
  );
}
