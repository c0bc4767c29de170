'use client';

import { CirclePlay } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useShell } from '../layout/shell-context.tsx';
import { Icon } from '../ui/icon.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { sendJson } from '../ui/request-json.ts';

/** Says that this conversation is the recorded example, and offers what to do next. */
export function ExampleBar(props: { conversationId: string; recordedAt: string }) {
  const router = useRouter();
  const { refreshConversations } = useShell();
  const [error, setError] = useState<string | null>(null);
  const remove = async () => {
    const result = await sendJson<unknown>('DELETE', `/api/conversations/${props.conversationId}`);
    if (!result.ok) return setError(result.error);
    refreshConversations();
    router.push('/');
  };
  return (
    <section className="example-bar" aria-label="Example">
      <Icon of={CirclePlay} isSmall />
      <span className="grow mid" role="status">
        {error ?? (
          <>
            An example, recorded on {dayOf(props.recordedAt)} with the offline model.{' '}
            <span className="wide-only">
              Everything works: flip, open, share, undo. Its files are its own: none of yours is touched.
            </span>
          </>
        )}
      </span>
      <PageLink className="btn primary" href="/">
        Start my own
      </PageLink>
      <button type="button" className="btn plain" onClick={() => void remove()}>
        Remove
      </button>
    </section>
  );
}

const dayOf = (instant: string): string =>
  new Date(instant).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
