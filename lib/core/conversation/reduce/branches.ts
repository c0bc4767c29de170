import type { EventData } from '#lib/core/vocabulary/events.ts';
import { callsOf } from '../calls-of.ts';
import type { ConversationState } from '../conversation-state.ts';
import type { ThreadItem, UserItem } from '../thread-items.ts';
import {
  addNode,
  findNode,
  isSelected,
  itemsOf,
  nodeOfMessage,
  pathThrough,
  selectNode,
  type ThreadTree,
  tipBelow,
  withItems,
} from '../thread-tree.ts';

/** The state with another tree: what follows from the selected path is derived anew. */
export const withTree = (state: ConversationState, tree: ThreadTree): ConversationState => ({
  ...state,
  tree,
  items: itemsOf(pathThrough(tree)),
});

/** Leads everybody to a node. The model knows the files that it read on that path, and no others. */
export function withSelected(state: ConversationState, nodeId: string): ConversationState {
  if (isSelected(state.tree, nodeId)) return state;
  const next = withTree(state, selectNode(state.tree, nodeId));
  return { ...next, knownFiles: knownFilesOf(next) };
}

function knownFilesOf({ items, toolCalls }: ConversationState): ConversationState['knownFiles'] {
  const known = callsOf(items, toolCalls).flatMap(({ result }) => result?.toolTelemetry.knownFiles ?? []);
  return Object.fromEntries(known.map(({ path, sha256 }) => [path, sha256]));
}

/** Where a message goes: beside the one it replaces, or at the end of the path that its author saw. */
export function parentOf(tree: ThreadTree, { replaces, after }: UserItem): string {
  const replaced = replaces === null ? null : findNode(tree, replaces);
  if (replaced?.parentId) return replaced.parentId;
  const seen = after === null ? null : nodeOfMessage(tree, after);
  return tipBelow(tree, seen ?? undefined);
}

export function addMessage(state: ConversationState, message: UserItem): ConversationState {
  const { messageId: id } = message;
  if (findNode(state.tree, id)) return state;
  const parentId = parentOf(state.tree, message);
  return withTree(state, addNode(state.tree, { id, parentId, items: [message] }));
}

/** @param parentId the message that it answers, or the run that it continues */
export function addAnswer(
  state: ConversationState,
  runId: string,
  parentId: string,
  items: readonly ThreadItem[] = [],
): ConversationState {
  if (findNode(state.tree, runId)) return state;
  return withTree(state, addNode(state.tree, { id: runId, parentId, items }));
}

/** Adds what a run said; what belongs to no answer goes to the end of the selected path. */
export function addItem(state: ConversationState, runId: string | null, item: ThreadItem): ConversationState {
  const { tree } = state;
  const id = runId !== null && findNode(tree, runId) ? runId : tipBelow(tree);
  return withTree(state, withItems(tree, id, [...(findNode(tree, id)?.items ?? []), item]));
}

/**
 * A run is bound to its path, so nothing is selected while one is active. An event counts once, also if it is
 * read again after later ones.
 */
export function recordBranch(
  state: ConversationState,
  { messageId }: EventData<'branch.selected'>,
  eventId: string,
): ConversationState {
  if (state.branchEvents.includes(eventId)) return state;
  const seen = { ...state, branchEvents: [...state.branchEvents, eventId] };
  const nodeId = nodeOfMessage(state.tree, messageId);
  return nodeId === null || state.activeRunId !== null ? seen : withSelected(seen, nodeId);
}

export function removeWords(
  state: ConversationState,
  { messageId }: EventData<'message.deleted'>,
): ConversationState {
  const [item, ...others] = findNode(state.tree, messageId)?.items ?? [];
  if (item?.kind !== 'user' || item.isDeleted) return state;
  const deleted: UserItem = { ...item, content: '', attachments: [], mentions: [], isDeleted: true };
  return withTree(state, withItems(state.tree, messageId, [deleted, ...others]));
}
