'use client';

import { PageFailure } from '../../components/page-failure.tsx';

export default function DashboardError({ reset }: { error: Error; reset: () => void }) {
  return <PageFailure retry={reset} />;
}
