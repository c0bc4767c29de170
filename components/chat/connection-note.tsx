'use client';

import { LogIn, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import { requestJson } from '../ui/request-json.ts';
import type { StreamStatus } from './stream-connection.ts';

/** A stream that is back within this time needs no note. */
const patienceMs = 1_500;

/** Why the stream stopped. A refused stream does not give its reason, so a separate request finds it. */
type Cause = 'network' | 'signed_out' | 'not_found';

export function ConnectionNote(props: { conversationId: string; status: StreamStatus }) {
  const { conversationId } = props;
  const [cause, setCause] = useState<Cause | null>(null);
  const isLost = props.status === 'reconnecting';
  useEffect(() => {
    if (!isLost) return setCause(null);
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      setCause('network');
      const { signal } = controller;
      const result = await requestJson(`/api/conversations/${conversationId}`, { signal });
      if (signal.aborted || result.ok) return;
      if (result.code === 'signed_out' || result.code === 'not_found') setCause(result.code);
    }, patienceMs);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [isLost, conversationId]);
  if (cause === null) return null;
  return (
    <div className="note connection" role="status">
      <Icon of={cause === 'signed_out' ? LogIn : WifiOff} />
      <div className="grow">{words[cause]}</div>
      {cause === 'signed_out' && (
        <a className="btn slim" href={`/sign-in?next=${encodeURIComponent(`/c/${conversationId}`)}`}>
          Sign in
        </a>
      )}
    </div>
  );
}

const words: Record<Cause, string> = {
  network: 'Reconnecting. The run goes on; you will get what you missed.',
  signed_out: 'You are signed out. Your draft stays here.',
  not_found: 'This conversation was deleted, or you no longer have access to it.',
};
