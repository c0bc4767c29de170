'use client';

import { ShieldCheck, ShieldX } from 'lucide-react';
import { Icon } from '#components/ui/icon.tsx';
import { sendJson } from '#components/ui/request-json.ts';
import { TimeText } from '#components/ui/time-text.tsx';
import type { PermissionAnswer } from '#lib/core/conversation/conversation-state.ts';
import { useWork } from '../context/work-context.tsx';
import { formatAnswer } from './permission-words.ts';

/** A call's answered approval, as one line above its result. */
export function PermissionLine({ requestId, answer }: { requestId: string; answer: PermissionAnswer }) {
  const { conversationId, memberId } = useWork();
  const askAgain = () =>
    void sendJson('DELETE', `/api/conversations/${conversationId}/permissions/${requestId}`);
  const words = formatAnswer(answer, memberId);
  return (
    <p className="permission-line">
      <Icon of={answer.result === 'approved' ? ShieldCheck : ShieldX} />
      <span className="clip" title={words}>
        {words}
      </span>
      {(answer.always ?? answer.hosts) === 'conversation' && (
        <button type="button" className="link" onClick={askAgain}>
          Ask again
        </button>
      )}
      <span className="grow" />
      <TimeText iso={answer.timestamp} />
    </p>
  );
}
