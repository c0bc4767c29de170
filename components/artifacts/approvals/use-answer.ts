import { useState } from 'react';
import type { Decision } from '../../../lib/core/approval.ts';
import { sendJson } from '../../ui/request-json.ts';
import { useWork } from '../context/work-context.tsx';

/** Answers a call that waits for leave. What came of it, everybody reads in the thread. */
export function useAnswer(requestId: string) {
  const { conversationId } = useWork();
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const answer = async (decision: Decision, reason = '') => {
    setIsSending(true);
    setError(null);
    const url = `/api/conversations/${conversationId}/permissions/${requestId}`;
    const result = await sendJson('POST', url, { decision, ...(reason.trim() ? { reason } : {}) });
    // An answer that was taken stays unavailable until the thread shows it.
    if (result.ok) return;
    setIsSending(false);
    setError(result.error);
  };
  return { answer: (decision: Decision, reason?: string) => void answer(decision, reason), isSending, error };
}
