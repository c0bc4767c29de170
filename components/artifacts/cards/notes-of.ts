import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import type { ToolTelemetry } from '#lib/core/vocabulary/events.ts';
import type { HeadState } from '../api/use-artifact-head.ts';

/** What people read of a result besides its bytes, such as that it was longer than is stored. */
export function notesOf({ notes = [] }: ToolTelemetry, head: HeadState): readonly string[] {
  const dropped = head.status === 'ready' ? head.metadata.droppedBytes : 0;
  return dropped > 0 ? [...notes, `The last ${formatBytes(dropped)} were counted but not stored`] : notes;
}
