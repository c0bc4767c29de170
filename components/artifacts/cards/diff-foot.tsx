'use client';

import { useState } from 'react';
import { formatCount, formatNumber } from '#components/ui/format-number.ts';
import { TimeText } from '#components/ui/time-text.tsx';
import type { Undoing } from '#lib/core/conversation/conversation-state.ts';
import { sendUndoing } from '../api/artifact-api.ts';
import { useUndoing } from '../context/undoings-context.tsx';
import { CardFault } from './card-fault.tsx';

/**
 * Under a diff on its card: whether the change was undone, a way to undo it, and a link to what is not shown.
 */
export function DiffFoot(props: {
  artifactId: string;
  lineCount: number;
  shownLines: number;
  isUndoable: boolean;
  onOpen: () => void;
}) {
  const { artifactId, isUndoable, lineCount, shownLines } = props;
  const undoing = useUndoing(artifactId);
  const [isAsking, setIsAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const hasMore = lineCount > shownLines;
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
  const remaining = hasMore ? `${formatNumber(shownLines)} of ${formatCount(lineCount, 'line')}` : null;
  return (
    <>
      <div className="card-more">
        <span className="grow clip" role={isUndoable ? 'status' : undefined}>
          {undoing ? <UndoingWords undoing={undoing} /> : (remaining ?? 'Applied')}
        </span>
        {hasMore && (
          <button type="button" className="link" onClick={props.onOpen}>
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
      <CardFault text={failure} />
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
