import type { ConversationState } from './conversation-state.ts';
import type { ThreadItem } from './thread-items.ts';
import { findNode, itemsOf, pathTo } from './thread-tree.ts';

/**
 * The part of the selected path that the next model call reads: up to the answer that is being given. What
 * people write meanwhile comes after it, and is read from the next run on.
 */
export const itemsForModel = ({
  tree,
  items,
  activeRunId,
}: Pick<ConversationState, 'tree' | 'items' | 'activeRunId'>): readonly ThreadItem[] =>
  activeRunId !== null && findNode(tree, activeRunId) ? itemsOf(pathTo(tree, activeRunId)) : items;
