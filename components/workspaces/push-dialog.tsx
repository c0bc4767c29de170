'use client';

import { TitledDialog } from '../ui/titled-dialog.tsx';
import { PushForm } from './push-form.tsx';
import { usePushTarget } from './use-push-target.ts';

/** Commits and pushes what a worktree has; first it is read where to. */
export function PushDialog(props: { isOpen: boolean; conversationId: string; onClose: () => void }) {
  const { isOpen, conversationId, onClose } = props;
  const { target, error, forget } = usePushTarget(conversationId, isOpen);
  return (
    <TitledDialog title="Push these changes" isOpen={isOpen} onClose={onClose}>
      {target === null ? (
        <ReadingTarget error={error} />
      ) : (
        <PushForm
          url={`/api/conversations/${conversationId}/worktree/push`}
          target={target}
          onForget={() => void forget()}
          onClose={onClose}
        />
      )}
    </TitledDialog>
  );
}

/** Until it is known where to, or why not. */
export const ReadingTarget = ({ error }: { error: string | null }) => (
  <div className="in">
    <p className={error === null ? 'dim' : 'bad'} role={error === null ? 'status' : 'alert'}>
      {error ?? 'Reading …'}
    </p>
  </div>
);
