'use client';

import { SectionNav } from '../../components/section-nav.tsx';

const SECTIONS = [{ href: '/admin/blocked-domains', key: 'admin.blocked' }] as const;

export const AdminNav = () => <SectionNav label="admin.nav" sections={SECTIONS} />;
