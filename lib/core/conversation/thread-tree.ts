import { type AssistantItem, isMessage, type ThreadItem, type UserItem } from './thread-items.ts';

/**
 * A conversation's messages and answers. A message that was edited, and an answer that was given again, are
 * siblings: the versions of one another. One path through the tree is selected: what people see unless they
 * look at another version, and what the model reads.
 */
export interface ThreadTree {
  /** By ID: a person's message by its `messageId`, an answer by its `runId`. */
  readonly nodes: Readonly<Record<string, ThreadNode>>;
}

export interface ThreadNode {
  id: string;
  /** `null`: the root, before the first message. */
  parentId: string | null;
  /** A message, or what the agent said in a run and how that ended. */
  items: readonly ThreadItem[];
  /** Oldest first. */
  childIds: readonly string[];
  /** The child that the path through this node continues with; `null`: it ends here. */
  selectedChildId: string | null;
}

export const rootId = 'root';

export const emptyTree: ThreadTree = {
  nodes: { [rootId]: { id: rootId, parentId: null, items: [], childIds: [], selectedChildId: null } },
};

/** `null`: there is none. IDs come from people, so one may be the name of something that every object has. */
export const findNode = ({ nodes }: ThreadTree, id: string): ThreadNode | null =>
  (Object.hasOwn(nodes, id) ? nodes[id] : null) ?? null;

const nodeOf = (tree: ThreadTree, id: string): ThreadNode => {
  const node = findNode(tree, id);
  if (!node) throw new RangeError(`There is no node ${id}`);
  return node;
};

/** Adds a node as the latest version below its parent; the selected path does not change. */
export function addNode(
  tree: ThreadTree,
  { id, parentId, items }: { id: string; parentId: string; items: readonly ThreadItem[] },
): ThreadTree {
  const parent = nodeOf(tree, parentId);
  const added = {
    ...parent,
    childIds: [...parent.childIds, id],
    selectedChildId: parent.selectedChildId ?? id,
  };
  return {
    nodes: {
      ...tree.nodes,
      [parentId]: added,
      [id]: { id, parentId, items, childIds: [], selectedChildId: null },
    },
  };
}

export const withItems = (tree: ThreadTree, id: string, items: readonly ThreadItem[]): ThreadTree => ({
  nodes: { ...tree.nodes, [id]: { ...nodeOf(tree, id), items } },
});

/** Leads the selected path through a node. */
export function selectNode(tree: ThreadTree, id: string): ThreadTree {
  let { nodes } = tree;
  let child = nodeOf(tree, id);
  while (child.parentId !== null) {
    const parent = nodeOf(tree, child.parentId);
    if (parent.selectedChildId !== child.id) {
      nodes = { ...nodes, [parent.id]: { ...parent, selectedChildId: child.id } };
    }
    child = parent;
  }
  return { nodes };
}

/** The nodes from the root to this one. */
export function pathTo(tree: ThreadTree, id: string): ThreadNode[] {
  const path: ThreadNode[] = [];
  for (let next: string | null = id; next !== null; ) {
    const node = nodeOf(tree, next);
    path.push(node);
    next = node.parentId;
  }
  return path.reverse();
}

/** The nodes from the root to the last of the path through a node. */
export function pathThrough(tree: ThreadTree, id: string = rootId): ThreadNode[] {
  const path = pathTo(tree, id);
  for (let below = nodeOf(tree, id).selectedChildId; below !== null; ) {
    const node = nodeOf(tree, below);
    path.push(node);
    below = node.selectedChildId;
  }
  return path;
}

export const itemsOf = (path: readonly ThreadNode[]): ThreadItem[] => path.flatMap(({ items }) => items);

/** The last node of the path through a node. */
export function tipBelow(tree: ThreadTree, id: string = rootId): string {
  let tip = nodeOf(tree, id);
  while (tip.selectedChildId !== null) tip = nodeOf(tree, tip.selectedChildId);
  return tip.id;
}

/** Whether the selected path leads through a node. */
export function isSelected(tree: ThreadTree, id: string): boolean {
  for (let child = nodeOf(tree, id); child.parentId !== null; ) {
    const parent = nodeOf(tree, child.parentId);
    if (parent.selectedChildId !== child.id) return false;
    child = parent;
  }
  return true;
}

/** The versions of a message or an answer, itself among them, oldest first. */
export const versionsOf = (tree: ThreadTree, id: string): readonly string[] => {
  const { parentId } = nodeOf(tree, id);
  return parentId === null ? [id] : nodeOf(tree, parentId).childIds;
};

/** All that a node and every version below it continue: the items before it, its own, and those after it. */
export function itemsAround(tree: ThreadTree, id: string): ThreadItem[] {
  const items = itemsOf(pathTo(tree, id).slice(0, -1));
  const below = [id];
  for (let next = below.pop(); next !== undefined; next = below.pop()) {
    const node = nodeOf(tree, next);
    items.push(...node.items);
    below.push(...node.childIds.toReversed());
  }
  return items;
}

/** Every message and answer, of all versions. */
export const allItems = ({ nodes }: ThreadTree): ThreadItem[] =>
  Object.values(nodes).flatMap(({ items }) => items);

/** The node that contains a message of a person or the agent; `null`: there is no such message. */
export function nodeOfMessage(tree: ThreadTree, messageId: string): string | null {
  if (findNode(tree, messageId)) return messageId;
  // Nearly always one of the latest.
  const found = Object.values(tree.nodes).findLast(({ items }) =>
    items.some((item) => item.kind === 'assistant' && item.messageId === messageId),
  );
  return found?.id ?? null;
}

/** A message of a person or the agent, in any version; `null`: there is no such message. */
export function saidItem(tree: ThreadTree, messageId: string): UserItem | AssistantItem | null {
  const node = findNode(tree, nodeOfMessage(tree, messageId) ?? '');
  for (const item of node?.items ?? []) {
    if (isMessage(item) && item.messageId === messageId) return item;
  }
  return null;
}

/** The answer whose step requested a call; `null`: there is none. */
export function nodeOfCall({ nodes }: ThreadTree, toolCallId: string): string | null {
  const found = Object.values(nodes).findLast(({ items }) =>
    items.some(
      (item) =>
        item.kind === 'assistant' && item.toolRequests.some((request) => request.toolCallId === toolCallId),
    ),
  );
  return found?.id ?? null;
}
