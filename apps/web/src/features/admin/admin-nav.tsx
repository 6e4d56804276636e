'use client';

import { SectionNav } from '../../components/section-nav.tsx';

const SECTIONS = [
  { href: '/admin/users', key: 'admin.users' },
  { href: '/admin/blocked-domains', key: 'admin.blocked' },
  { href: '/admin/reserved-words', key: 'admin.reserved' },
  { href: '/admin/health', key: 'admin.health' },
] as const;

export const AdminNav = () => <SectionNav label="admin.nav" sections={SECTIONS} />;
