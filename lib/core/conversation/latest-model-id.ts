import type { Effort } from '../vocabulary/effort.ts';
import type { ThreadItem, UserItem } from './thread-items.ts';

const latest = (items: readonly ThreadItem[], names: (item: UserItem) => boolean): UserItem | null => {
  const found = items.findLast((item) => item.kind === 'user' && item.runId !== null && names(item));
  return found?.kind === 'user' ? found : null;
};

/** The model that the latest message on a path was sent to, among those that name one; `null`: none does. */
export const latestModelId = (items: readonly ThreadItem[]): string | null =>
  latest(items, ({ model }) => model !== null)?.model ?? null;

/** How much the latest message that says so wanted the model to think; `null`: none does. */
export const latestEffort = (items: readonly ThreadItem[]): Effort | null =>
  latest(items, ({ effort }) => effort !== null)?.effort ?? null;
