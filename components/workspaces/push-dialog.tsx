'use client';

import { useEffect, useState } from 'react';
import { requestJson, sendJson } from '../ui/request-json.ts';
import { TitledDialog } from '../ui/titled-dialog.tsx';
import { PushForm, type PushTarget } from './push-form.tsx';

/** Commits and pushes what a worktree has; first it is read where to. */
export function PushDialog(props: { isOpen: boolean; conversationId: string; onClose: () => void }) {
  const { isOpen, conversationId } = props;
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
  const forget = async () => {
    const result = await sendJson('DELETE', url);
    if (result.ok && target) setTarget({ ...target, hasCredential: false });
  };
  return (
    <TitledDialog title="Push these changes" isOpen={isOpen} onClose={props.onClose}>
      {target === null ? (
        <div className="in">
          <p className={error === null ? 'dim' : 'bad'} role={error === null ? 'status' : 'alert'}>
            {error ?? 'Reading …'}
          </p>
        </div>
      ) : (
        <PushForm url={url} target={target} onForget={() => void forget()} onClose={props.onClose} />
      )}
    </TitledDialog>
  );
}
