import type { AssistantItem, NoticeItem, ThreadItem, UserItem } from '#lib/core/conversation/thread-items.ts';

/**
 * Messages under one name in the thread: a person's message, all that the agent said in one run, or a notice.
 */
export type ChatMessageGroup =
  | { kind: 'user'; key: string; item: UserItem }
  | { kind: 'agent'; key: string; runId: string | null; items: AssistantItem[] }
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
    else if (last?.kind === 'agent' && last.runId === item.runId) last.items.push(item);
    else groups.push({ kind: 'agent', key: item.messageId, runId: item.runId, items: [item] });
  }
  return groups.map((group, index) => {
    const before = previous[index];
    return before && isSameGroup(before, group) ? before : group;
  });
}

/** Whether a group contains what an ID names: a message, or the run whose end a notice reports. */
export function isIn(group: ChatMessageGroup, id: string): boolean {
  if (group.kind === 'agent') return group.items.some(({ messageId }) => messageId === id);
  return group.kind === 'user' ? group.item.messageId === id : group.item.runId === id;
}

function isSameGroup(a: ChatMessageGroup, b: ChatMessageGroup): boolean {
  if (a.kind === 'agent' && b.kind === 'agent') {
    return a.key === b.key && a.items.length === b.items.length && a.items.at(-1) === b.items.at(-1);
  }
  return a.kind !== 'agent' && b.kind !== 'agent' && a.item === b.item;
}
