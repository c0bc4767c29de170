import type {
  AssistantItem,
  ClientCallItem,
  NoticeItem,
  ThreadItem,
  UserItem,
} from '#lib/core/conversation/thread-items.ts';

/**
 * What is under one name in the thread: a person's message, all that the agent said in one run, the calls of a client
 * of the gateway, or a notice.
 */
export type ChatMessageGroup =
  | { kind: 'user'; key: string; item: UserItem }
  | { kind: 'agent'; key: string; runId: string | null; items: AssistantItem[] }
  | { kind: 'client'; key: string; items: ClientCallItem[] }
  | { kind: 'notice'; key: string; item: NoticeItem };

/**
 * Groups a thread. `previous` is the last result: unchanged groups keep their objects, so that a long thread
 * only renders what is new.
 */
export function groupMessages(
  items: readonly ThreadItem[],
  previous: readonly ChatMessageGroup[] = [],
): ChatMessageGroup[] {
  const groups: ChatMessageGroup[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (item.kind === 'user') groups.push({ kind: 'user', key: item.messageId, item });
    else if (item.kind === 'notice') groups.push({ kind: 'notice', key: `notice:${item.runId}`, item });
    else if (item.kind === 'client_call') {
      if (last?.kind === 'client' && isSameClient(last.items[0], item)) last.items.push(item);
      else groups.push({ kind: 'client', key: item.toolCallId, items: [item] });
    } else {
      // A client calls whenever it likes: the run is one message all the same.
      const own = groups.findLast(({ kind }) => kind !== 'client');
      if (own?.kind === 'agent' && own.runId === item.runId) own.items.push(item);
      else groups.push({ kind: 'agent', key: item.messageId, runId: item.runId, items: [item] });
    }
  }
  return groups.map((group, index) => {
    const before = previous[index];
    return before && isSameGroup(before, group) ? before : group;
  });
}

const isSameClient = (one: ClientCallItem | undefined, other: ClientCallItem): boolean =>
  one?.client === other.client && one.by.id === other.by.id;

/** Whether a group contains what an ID names: a message, or the run whose end a notice reports. */
export function isIn(group: ChatMessageGroup, id: string): boolean {
  switch (group.kind) {
    case 'agent':
      return group.items.some(({ messageId }) => messageId === id);
    case 'client':
      return false;
    case 'user':
      return group.item.messageId === id;
    case 'notice':
      return group.item.runId === id;
  }
}

function isSameGroup(a: ChatMessageGroup, b: ChatMessageGroup): boolean {
  if ('items' in a && 'items' in b) {
    return a.key === b.key && a.items.length === b.items.length && a.items.at(-1) === b.items.at(-1);
  }
  return 'item' in a && 'item' in b && a.item === b.item;
}
