import { useState } from 'react';
import { sendJson } from '#components/ui/request-json.ts';
import type { HostScope } from '#lib/core/vocabulary/network/host-grant.ts';
import type { Decision } from '#lib/core/vocabulary/tools/approval.ts';
import { useWork } from '../context/work-context.tsx';

interface AnswerDetails {
  /** The model reads it. */
  reason?: string;
  /** Where the same call runs without asking from now on. */
  always?: 'conversation' | 'team';
  /** Where later commands may reach the hosts that it asks for. */
  hosts?: HostScope;
}

/** Answers a call that awaits approval. The outcome appears in the thread for everybody. */
export function useAnswer(requestId: string) {
  const { conversationId } = useWork();
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const answer = async (decision: Decision, { reason = '', always, hosts }: AnswerDetails = {}) => {
    setIsSending(true);
    setError(null);
    const url = `/api/conversations/${conversationId}/permissions/${requestId}`;
    const result = await sendJson('POST', url, {
      decision,
      ...(reason.trim() ? { reason } : {}),
      ...(always ? { always } : {}),
      ...(hosts ? { hosts } : {}),
    });
    // After a successful answer the buttons stay disabled until the thread shows it.
    if (result.ok) return;
    setIsSending(false);
    setError(result.error);
  };
  return {
    answer: (decision: Decision, details?: AnswerDetails) => void answer(decision, details),
    isSending,
    error,
  };
}
