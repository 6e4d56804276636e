'use client';

import { SectionNav } from '../../components/section-nav.tsx';

const SECTIONS = [
  { href: '/admin/blocked-domains', key: 'admin.blocked' },
  { href: '/admin/reserved-words', key: 'admin.reserved' },
] as const;

export const AdminNav = () => <SectionNav label="admin.nav" sections={SECTIONS} />;
