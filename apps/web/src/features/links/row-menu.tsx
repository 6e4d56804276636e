'use client';

import type { LinkDto } from '@brevia/api';
import { ChartNoAxesColumn, CirclePause, CirclePlay, Pencil, QrCode, RotateCcw, Trash2 } from 'lucide-react';
import Link from 'next/link';
import type { ReactElement } from 'react';
import { Menu, MenuItem, MenuSeparator } from '../../components/ui/menu.tsx';
import { useTranslator } from '../../i18n/provider.tsx';
import { linkPath } from './link-path.ts';
import type { RowActions } from './link-row.tsx';

type Props = RowActions & { trigger: ReactElement; link: LinkDto };

/** What can be done with one link. */
export function RowMenuItems({ trigger, link, onEdit, onQr, onPerform }: Props) {
  const { t } = useTranslator();
  const deleted = link.state === 'deleted';
  return (
    <Menu trigger={trigger}>
      <MenuItem asChild>
        <Link href={linkPath(link.code)}>
          <ChartNoAxesColumn aria-hidden />
          {t('links.action.stats')}
        </Link>
      </MenuItem>
      {deleted ? (
        <MenuItem onSelect={() => onPerform('restored', [link.code])}>
          <RotateCcw aria-hidden />
          {t('links.action.restore')}
        </MenuItem>
      ) : (
        <>
          <MenuItem onSelect={() => onEdit(link)}>
            <Pencil aria-hidden />
            {t('links.action.edit')}
          </MenuItem>
          <MenuItem onSelect={() => onQr(link)}>
            <QrCode aria-hidden />
            {t('links.action.qr')}
          </MenuItem>
          <MenuItem onSelect={() => onPerform(link.enabled ? 'disabled' : 'enabled', [link.code])}>
            {link.enabled ? <CirclePause aria-hidden /> : <CirclePlay aria-hidden />}
            {link.enabled ? t('links.action.disable') : t('links.action.enable')}
          </MenuItem>
          <MenuSeparator />
          <MenuItem danger onSelect={() => onPerform('deleted', [link.code])}>
            <Trash2 aria-hidden />
            {t('links.action.delete')}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
