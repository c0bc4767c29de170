import type { Compaction, ConversationState } from './conversation-state.ts';
import { itemsForModel } from './items-for-model.ts';
import { isMessage, isToAgent, type ThreadItem } from './thread-items.ts';

/** What the next model call reads of a conversation. */
export interface ModelContext {
  /** `null`: all messages are read as they are. */
  compaction: Compaction | null;
  /** The messages that are read as they are. */
  items: readonly ThreadItem[];
}

type ReadState = Pick<ConversationState, 'tree' | 'items' | 'activeRunId' | 'compactions'> &
  Partial<Pick<ConversationState, 'runs'>>;

/**
 * What the next model call reads: the latest compaction on the selected path, and what follows it; what was left out for
 * one model, only where that model reads. The message that is being answered is always read as it is.
 * @param reader the model that reads; by default that of the active run
 */
export function contextOf(state: ReadState, reader: string | null = activeModel(state)): ModelContext {
  const items = itemsForModel(state);
  for (const compaction of state.compactions.toReversed()) {
    if (compaction.onlyFor !== null && compaction.onlyFor !== reader) continue;
    const first = indexOfMessage(items, compaction.messageId);
    if (first !== -1) return { compaction, items: keptFrom(items, first) };
  }
  return { compaction: null, items };
}

const activeModel = ({ runs, activeRunId }: ReadState): string | null =>
  runs?.[activeRunId ?? '']?.model ?? null;

export const indexOfMessage = (items: readonly ThreadItem[], messageId: string): number =>
  items.findIndex((item) => isMessage(item) && item.messageId === messageId);

/** The items from an index on, after the message that the first of them answers. */
export function keptFrom(items: readonly ThreadItem[], first: number): readonly ThreadItem[] {
  const kept = items.slice(first);
  if (kept[0]?.kind === 'user') return kept;
  const asked = items.slice(0, first).findLast(isToAgent);
  return asked ? [asked, ...kept] : kept;
}
