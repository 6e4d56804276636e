'use client';

import { SectionNav } from '../../components/section-nav.tsx';

const SECTIONS = [
  { href: '/settings/profile', key: 'settings.profile' },
  { href: '/settings/security', key: 'settings.security' },
  { href: '/settings/workspaces', key: 'settings.workspaces' },
  { href: '/settings/members', key: 'settings.members' },
  { href: '/settings/api-keys', key: 'settings.keys' },
] as const;

export const SettingsNav = () => <SectionNav label="settings.nav" sections={SECTIONS} />;
