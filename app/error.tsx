'use client';

import { PageFault } from '../components/layout/page-fault.tsx';

/** Shown when a page could not be rendered, mostly because the store is temporarily unavailable. */
export default function ErrorPage({ reset }: { reset: () => void }) {
  return <PageFault onRetry={reset} />;
}
