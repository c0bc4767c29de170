import { useEffect, useState } from 'react';
import type { GitRemote } from '#lib/core/vocabulary/git-remote.ts';
import { requestJson, sendJson } from '../ui/request-json.ts';

/** Where a worktree can be pushed, as the server says. */
export interface PushTarget {
  remote: GitRemote | null;
  branch: string;
  hasCredential: boolean;
  /** Of a commit message. */
  draft: string;
}

/** Where a worktree can be pushed, read again whenever a dialog opens. */
export function usePushTarget(conversationId: string, isOpen: boolean) {
  const url = `/api/conversations/${conversationId}/worktree/push`;
  const [target, setTarget] = useState<PushTarget | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    if (!isOpen) return;
    setTarget(null);
    setError(null);
    void requestJson<PushTarget>(url).then((result) =>
      result.ok ? setTarget(result.value) : setError(result.error),
    );
  }, [isOpen, url]);
  return {
    target,
    error,
    async forget() {
      const result = await sendJson('DELETE', url);
      if (result.ok && target) setTarget({ ...target, hasCredential: false });
    },
  };
}
