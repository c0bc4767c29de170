import type { DurableEvent, DurableType } from '../vocabulary/events.ts';
import { callsOf } from './calls-of.ts';
import type { ConversationState } from './conversation-state.ts';
import { continuationOf } from './reduce/queued.ts';
import { isMessage } from './thread-items.ts';
import { findNode, itemsOf, nodeOfMessage, pathTo, type ThreadNode } from './thread-tree.ts';

/** The end of what a fork at a message copies: the message with its answer, if it has one. */
export function forkEnd(state: ConversationState, messageId: string): string | null {
  const nodeId = nodeOfMessage(state.tree, messageId);
  return nodeId === null ? null : answerEnd(state, nodeId);
}

/** An answer may go on in further runs, also below what people wrote to one another in between. */
function answerEnd(state: ConversationState, nodeId: string): string {
  const { tree, runs } = state;
  const childId = findNode(tree, nodeId)?.selectedChildId ?? null;
  const nextId = childId !== null && runs[childId] ? childId : continuationOf(runs, nodeId)?.runId;
  return nextId !== undefined && findNode(tree, nextId) ? answerEnd(state, nextId) : nodeId;
}

/**
 * The events of a log that lead to a node, without other versions. Each message is answered by the run that
 * answers it on this path, and of deleted ones the words stay behind.
 */
export function forkEvents(
  log: readonly DurableEvent[],
  state: ConversationState,
  endId: string,
): DurableEvent[] {
  const path = pathTo(state.tree, endId);
  const onPath = new Set(path.map(({ id }) => id));
  const asked = callsOf(itemsOf(path), state.toolCalls);
  const agents = agentsBelow(state, new Set(asked.map(({ toolCallId }) => toolCallId)));
  const ofClients = itemsOf(path).flatMap((item) =>
    item.kind === 'client_call' ? (state.toolCalls[item.toolCallId] ?? []) : [],
  );
  // One that goes on belongs to its client, which knows nothing of the fork.
  const ended = ofClients.filter(({ status }) => status === 'complete');
  const calls = [
    ...asked,
    ...ended,
    ...Object.values(state.toolCalls).filter(({ threadId }) => agents.has(threadId)),
  ];
  const callIds = new Set(calls.map(({ toolCallId }) => toolCallId));
  const requestIds = new Set(calls.flatMap(({ permission }) => permission?.requestId ?? []));
  const saidIds = new Set(path.flatMap(saidBy));
  const summaries = new Set(state.compactions.map(({ artifactId }) => artifactId));
  const answers = new Map(path.map(({ id, parentId }) => [parentId, id]));
  const isOnPath = (event: DurableEvent): boolean => {
    // A newer version’s event may name anything: it is not copied.
    if (!Object.hasOwn(belongsBy, event.type)) return false;
    const kind = belongsBy[event.type];
    const data: Readonly<Record<string, unknown>> = event.data;
    if (event.parentId !== null) return agents.has(event.parentId);
    if (kind === null || kind === 'conversation') return false;
    const id = String(data[kind]);
    // What was changed of a deleted message has its words, too.
    if (event.type === 'message.edited' && isDeleted(state, id)) return false;
    // Nor is a summary copied that a deletion took along.
    if (event.type === 'session.compaction_complete' && !summaries.has(event.data.artifactId)) return false;
    if (kind === 'toolCallId') return callIds.has(id);
    if (kind === 'requestId') return requestIds.has(id);
    // A copied message is answered by the run on this path; only what goes on is asked for.
    if (event.type === 'run.requested' && event.data.continues === undefined) return false;
    return kind === 'messageId' ? saidIds.has(id) : onPath.has(id);
  };
  const lastOnPath = log.findLastIndex(isOnPath);
  // The model goes on with the instructions that it has had up to there.
  const isCopied = (event: DurableEvent, index: number): boolean =>
    belongsBy[event.type] === 'conversation' ? index < lastOnPath : isOnPath(event);
  return log.filter(isCopied).map((event) => {
    if (event.type === 'permission.completed') {
      // What runs without asking is decided anew.
      const { always: _there, hosts: _reached, ...data } = event.data;
      return { ...event, data };
    }
    if (event.type !== 'user.message') return event;
    const { messageId, runId } = event.data;
    const data = {
      ...event.data,
      runId: runId === null ? null : (answers.get(messageId) ?? runId),
      ...(isDeleted(state, messageId) ? { content: '', attachments: [], mentions: [] } : {}),
    };
    return { ...event, data };
  });
}

/** The sub-agents that calls started, and those that these started in turn. */
function agentsBelow(
  { subAgents }: ConversationState,
  callIds: ReadonlySet<string>,
): ReadonlySet<string | null> {
  const below = new Set<string | null>();
  for (const { eventId, toolCallId, parentId } of Object.values(subAgents)) {
    if (parentId === null ? callIds.has(toolCallId) : below.has(parentId)) below.add(eventId);
  }
  return below;
}

function isDeleted({ tree }: ConversationState, messageId: string): boolean {
  const [item] = findNode(tree, messageId)?.items ?? [];
  return item?.kind === 'user' && item.isDeleted;
}

const saidBy = ({ items }: ThreadNode): string[] =>
  items.flatMap((item) => (isMessage(item) ? [item.messageId] : []));

/** By what an event belongs to a path; `conversation`: to every path; `null`: it is not copied. */
const belongsBy: Readonly<
  Record<DurableType, 'messageId' | 'runId' | 'toolCallId' | 'requestId' | 'conversation' | null>
> = {
  'user.message': 'messageId',
  'message.edited': 'messageId',
  'message.deleted': 'messageId',
  'message.reacted': 'messageId',
  'assistant.message': 'messageId',
  'run.started': 'runId',
  'run.finished': 'runId',
  'run.stop_requested': 'runId',
  'tool.user_requested': 'toolCallId',
  'tool.execution_start': 'toolCallId',
  'tool.execution_complete': 'toolCallId',
  'artifact.replaced': 'toolCallId',
  'permission.requested': 'toolCallId',
  'permission.completed': 'requestId',
  'permission.withdrawn': null,
  'run.requested': 'runId',
  'session.start': null,
  'message.withdrawn': null,
  'branch.selected': null,
  'tool.rerun_requested': null,
  'change.undone': null,
  'change.redone': null,
  'artifact.kept': null,
  'artifact.released': null,
  'worktree.merged': null,
  'worktree.discarded': null,
  'worktree.pushed': null,
  'worktree.updated': null,
  'session.compaction_start': null,
  'session.compaction_complete': 'messageId',
  'subagent.selected': 'toolCallId',
  'subagent.started': 'toolCallId',
  'subagent.completed': 'toolCallId',
  'subagent.failed': 'toolCallId',
  'subagent.stop_requested': null,
  'session.truncation': null,
  'session.usage_info': null,
  'instructions.read': 'conversation',
  'instructions.changed': 'conversation',
  'session.error': null,
  'conversation.renamed': null,
  'conversation.audience_changed': null,
};
