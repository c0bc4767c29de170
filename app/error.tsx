'use client';

import { PageFault } from '../components/layout/page-fault.tsx';

/** What a page shows that could not be made: mostly a store that does not answer for a while. */
export default function ErrorPage({ reset }: { reset: () => void }) {
  return <PageFault onRetry={reset} />;
}
