'use client';

import { Unplug } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { Icon } from '../ui/icon.tsx';

/** Shown instead of a page that could not be rendered. Retrying requests it from the server again. */
export function PageFault({ onRetry }: { onRetry: () => void }) {
  const router = useRouter();
  const [isTrying, startTrying] = useTransition();
  const tryAgain = () =>
    startTrying(() => {
      router.refresh();
      onRetry();
    });
  return (
    <main className="alone">
      <h1 className="vh">Could not load this page</h1>
      <article className="card">
        <div className="mid-empty">
          <Icon of={Unplug} />
          <b>Could not load this page</b>
          The server’s storage does not answer. Your conversations are safe. Try again in a moment.
          <button type="button" className="btn" disabled={isTrying} onClick={tryAgain}>
            Try again
          </button>
        </div>
      </article>
    </main>
  );
}
