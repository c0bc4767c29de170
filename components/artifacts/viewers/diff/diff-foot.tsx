'use client';

import { useState } from 'react';
import { sendUndoing } from '#components/artifacts/api/artifact-api.ts';
import { useUndoing } from '#components/artifacts/context/undoings-context.tsx';
import { ActionFault } from '#components/artifacts/text/action-fault.tsx';
import { formatCount, formatNumber } from '#components/ui/format-number.ts';
import { TimeText } from '#components/ui/time-text.tsx';
import type { Undoing } from '#lib/core/conversation/conversation-state.ts';
import type { FootProps } from '../viewer.ts';
import { diffCardLines } from './diff-preview-rows.ts';

/**
 * Under a diff on its card: whether the change was undone, a way to undo it, and a link to what is not shown.
 */
export function DiffFoot({ artifactId, telemetry, shown, isUndoable, onOpen }: FootProps) {
  const undoing = useUndoing(artifactId);
  const [isAsking, setIsAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const lineCount = diffCardLines(telemetry);
  const hasMore = lineCount > shown;
  if (!hasMore && !isUndoable) return null;

  const isUndone = undoing?.isUndone ?? false;
  const ask = async () => {
    if (isAsking) return;
    setIsAsking(true);
    setFailure(null);
    const result = await sendUndoing(artifactId, isUndone ? 'redo' : 'undo');
    setIsAsking(false);
    if (!result.ok) setFailure(result.error);
  };
  const remaining = hasMore ? `${formatNumber(shown)} of ${formatCount(lineCount, 'line')}` : null;
  return (
    <>
      <div className="card-more">
        <span className="grow clip" role={isUndoable ? 'status' : undefined}>
          {undoing ? <UndoingWords undoing={undoing} /> : (remaining ?? 'Applied')}
        </span>
        {hasMore && (
          <button type="button" className="link" onClick={onOpen}>
            Open all
          </button>
        )}
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
