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
  | {
      kind: 'agent';
      key: string;
      runId: string | null;
      /** Who calls, elsewhere. `null`: the agent of the conversation. */
      client: ClientCallItem | null;
      items: AgentStep[];
    }
  | { kind: 'notice'; key: string; item: NoticeItem };

/** What one step of an agent said and called. */
export type AgentStep = Pick<AssistantItem, 'messageId' | 'content' | 'timestamp'> & {
  toolRequests: readonly { toolCallId: string }[];
};

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
    // The notice before it says so.
    else if (item.kind !== 'continuation') {
      const client = item.kind === 'client_call' ? item : null;
      const step = item.kind === 'client_call' ? stepOfClient(item) : item;
      const runId = item.kind === 'client_call' ? null : item.runId;
      // A client calls whenever it likes: a run is one message all the same.
      const own = client ? last : groups.findLast((group) => group.kind !== 'agent' || !group.client);
      if (own?.kind === 'agent' && own.runId === runId && isSameClient(own.client, client))
        own.items.push(step);
      else groups.push({ kind: 'agent', key: step.messageId, runId, client, items: [step] });
    }
  }
  return groups.map((group, index) => {
    const before = previous[index];
    return before && isSameGroup(before, group) ? before : group;
  });
}

const isSameClient = (one: ClientCallItem | null, other: ClientCallItem | null): boolean =>
  one?.client === other?.client && one?.by.id === other?.by.id;

const stepOfClient = ({ toolCallId, timestamp }: ClientCallItem): AgentStep => ({
  messageId: toolCallId,
  content: '',
  toolRequests: [{ toolCallId }],
  timestamp,
});

/** Whether a group contains what an ID names: a message, or the run whose end a notice reports. */
export function isIn(group: ChatMessageGroup, id: string): boolean {
  if (group.kind === 'agent') return group.items.some(({ messageId }) => messageId === id);
  return (group.kind === 'user' ? group.item.messageId : group.item.runId) === id;
}

function isSameGroup(a: ChatMessageGroup, b: ChatMessageGroup): boolean {
  if (a.kind === 'agent' && b.kind === 'agent') {
    return a.key === b.key && a.items.length === b.items.length;
  }
  return a.kind !== 'agent' && b.kind !== 'agent' && a.item === b.item;
}
