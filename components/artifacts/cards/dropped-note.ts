import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import type { HeadState } from '../api/use-artifact-head.ts';

/** What people are told of a result that was longer than is stored: nothing of most. */
export function droppedNote(head: HeadState): string[] {
  const dropped = head.status === 'ready' ? head.metadata.droppedBytes : 0;
  return dropped > 0 ? [`The last ${formatBytes(dropped)} were counted but not stored`] : [];
}
