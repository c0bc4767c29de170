'use client';

import { type ReactNode, useState } from 'react';
import { sendUndoing } from '#components/artifacts/api/artifact-api.ts';
import { useUndoing } from '#components/artifacts/context/undoings-context.tsx';
import { ActionFault } from '#components/artifacts/text/action-fault.tsx';
import { TimeText } from '#components/ui/time-text.tsx';
import type { Undoing } from '#lib/core/conversation/conversation-state.ts';

/**
 * Says whether a change was undone, with a way to undo it or to apply it again.
 * @param props.words said while nobody has undone it
 * @param props.children beside the button
 */
export function UndoRow(props: {
  artifactId: string;
  words: string;
  isUndoable: boolean;
  children?: ReactNode;
}) {
  const { artifactId, isUndoable } = props;
  const undoing = useUndoing(artifactId);
  /** Whether the change is to be undone, as asked for until the answer comes; `null`: nothing is asked for. */
  const [wanted, setWanted] = useState<boolean | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isUndone = undoing?.isUndone ?? false;
  // Its event may come before its answer: then the other may be asked for.
  const isAsking = wanted !== null && wanted !== isUndone;
  const ask = async () => {
    if (isAsking) return;
    const next = !isUndone;
    setWanted(next);
    setFailure(null);
    const result = await sendUndoing(artifactId, next ? 'undo' : 'redo');
    setWanted((current) => (current === next ? null : current));
    if (!result.ok) setFailure(result.error);
  };
  return (
    <>
      <div className="card-more">
        <span className="grow clip" role={isUndoable ? 'status' : undefined}>
          {undoing ? <UndoingWords undoing={undoing} /> : props.words}
        </span>
        {props.children}
        {isUndoable && (
          // Not `disabled` meanwhile: the button would lose the keyboard focus.
          <button type="button" className="link" aria-disabled={isAsking} onClick={() => void ask()}>
            {isUndone ? 'Redo' : 'Undo'}
          </button>
        )}
      </div>
      <ActionFault text={failure} />
    </>
  );
}

function UndoingWords({ undoing: { isUndone, by, timestamp } }: { undoing: Undoing }) {
  return (
    <>
      {isUndone ? 'Undone' : 'Redone'} by {by.name.split(' ')[0]}, <TimeText iso={timestamp} />
    </>
  );
}
