import { useEffect, useState } from 'react';
import type { WorktreeAct } from '#lib/core/conversation/conversation-state.ts';
import { requestJson } from '../ui/request-json.ts';

interface Changed {
  /** `null`: unknown, or not loaded yet. */
  count: number | null;
  /** Why it is unknown. */
  failure: string | null;
}

/**
 * Number of changed files in the conversation's worktree: requested when it is opened, after each run, and
 * after people's actions.
 */
export function useChangedFiles(
  conversationId: string,
  isRunning: boolean,
  act: WorktreeAct | null,
): Changed {
  const [changed, setChanged] = useState<Changed>({ count: null, failure: null });
  const actedAt = act?.timestamp ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: `actedAt` triggers a new request after somebody acted on the worktree
  useEffect(() => {
    if (isRunning) return;
    const stop = new AbortController();
    const url = `/api/conversations/${conversationId}/worktree`;
    void requestJson<{ changedFiles: number }>(url, { signal: stop.signal }).then((result) => {
      if (stop.signal.aborted) return;
      if (result.ok) setChanged({ count: result.value.changedFiles, failure: null });
      else setChanged({ count: null, failure: result.error });
    });
    return () => stop.abort();
  }, [conversationId, isRunning, actedAt]);
  return changed;
}
