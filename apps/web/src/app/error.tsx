'use client';

import { PageFailure } from '../components/page-failure.tsx';

export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  return <PageFailure retry={reset} />;
}
