import type { WorktreeAct } from '#lib/core/conversation/conversation-state.ts';
import { useResource } from '../ui/use-resource.ts';

interface Changed {
  /** `null`: unknown, or not loaded yet. */
  count: number | null;
  /** That is checked out; `null`: none, or not loaded yet. */
  branch: string | null;
  /** What it follows, also after an update; `null`: not loaded yet. */
  commit: string | null;
  /** Files in which both versions of an update still are. */
  conflicts: readonly string[];
  /** Why it is unknown. */
  failure: string | null;
}

interface Answer {
  branch: string | null;
  commit: string;
  changedFiles: number;
  conflicts: string[];
}

/**
 * Number of changed files in the conversation's repository: requested when it is opened, after each run, and
 * after people's actions.
 */
export function useChangedFiles(
  conversationId: string,
  isRunning: boolean,
  act: WorktreeAct | null,
): Changed {
  const { value, failure } = useResource<Answer | null>(`/api/conversations/${conversationId}/worktree`, {
    revision: act?.timestamp ?? null,
    isPaused: isRunning,
  });
  return failure
    ? { count: null, branch: null, commit: null, conflicts: [], failure: failure.error }
    : {
        count: value?.changedFiles ?? null,
        branch: value?.branch ?? null,
        commit: value?.commit ?? null,
        conflicts: value?.conflicts ?? [],
        failure: null,
      };
}
