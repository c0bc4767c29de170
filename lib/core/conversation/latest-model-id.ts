import type { ThreadItem } from './thread-items.ts';

/** The model that the latest message on a path was sent to, among those that name one; `null`: none does. */
export function latestModelId(items: readonly ThreadItem[]): string | null {
  const named = items.findLast((item) => item.kind === 'user' && item.runId !== null && item.model !== null);
  return named?.kind === 'user' ? named.model : null;
}
