import { useState } from 'react';
import { sendJson } from '#components/ui/request-json.ts';
import { artifactOf, type ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import { isRepeatable } from '#lib/core/conversation/is-repeatable.ts';
import { artifactUrl } from '../api/artifact-api.ts';
import { useWork } from '../context/work-context.tsx';
import { focusCard } from './focus-card.ts';

export interface Rerun {
  /** `null`: the call cannot be run again, at least not now. */
  run: (() => void) | null;
  isQueued: boolean;
  error: string | null;
}

/**
 * Runs a call again for people: the new result replaces what its card shows.
 * @param call `null`: none made it
 * @param isForeign the result belongs to the conversation that this one is a fork of
 */
export function useRerun(call: ToolCallState | null, isForeign = false): Rerun {
  const { rerun, queuedReruns } = useWork();
  const [error, setError] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const artifactId = call && isRepeatable(call) ? artifactOf(call) : null;
  const isQueued = call !== null && queuedReruns.has(call.toolCallId);
  const isAtWork = call !== null && rerun?.toolCallId === call.toolCallId;
  const canRun = !isForeign && artifactId !== null && !isQueued && !isAtWork && !isAsking;
  const run = async () => {
    setError(null);
    setIsAsking(true);
    // The button disappears while it runs; the focus stays with its card.
    focusCard(artifactId ?? '');
    const result = await sendJson('POST', `${artifactUrl(artifactId ?? '')}/rerun`);
    setIsAsking(false);
    if (!result.ok) setError(result.error);
  };
  return { run: canRun ? () => void run() : null, isQueued, error };
}
