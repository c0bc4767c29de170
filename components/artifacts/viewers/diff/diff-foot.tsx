'use client';

import { formatCount, formatNumber } from '#components/ui/format-number.ts';
import type { FootProps } from '../viewer.ts';
import { diffCardLines } from './diff-preview-rows.ts';
import { UndoRow } from './undo-row.tsx';

/**
 * Under a diff on its card: whether the change was undone, a way to undo it, and a link to what is not shown.
 */
export function DiffFoot({ artifactId, telemetry, shown, isUndoable, onOpen }: FootProps) {
  const lineCount = diffCardLines(telemetry);
  const hasMore = lineCount > shown;
  if (!hasMore && !isUndoable) return null;
  const words = hasMore ? `${formatNumber(shown)} of ${formatCount(lineCount, 'line')}` : 'Applied';
  return (
    <UndoRow artifactId={artifactId} words={words} isUndoable={isUndoable}>
      {hasMore && (
        <button type="button" className="link" onClick={onOpen}>
          Open all
        </button>
      )}
    </UndoRow>
  );
}
