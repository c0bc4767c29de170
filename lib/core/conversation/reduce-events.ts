import type { ConversationEvent, EphemeralEvent } from '../vocabulary/events.ts';
import { ofNewerEvent } from '../vocabulary/of-newer-event.ts';
import { type ConversationState, emptyConversation } from './conversation-state.ts';
import { addAssistantMessage, applyDelta } from './reduce/assistant-messages.ts';
import { recordBranch, removeWords } from './reduce/branches.ts';
import { addClientCall } from './reduce/client-calls.ts';
import { recordCompaction, withoutDeleted } from './reduce/compactions.ts';
import { changeInstructions, readInstructions } from './reduce/instructions.ts';
import {
  recordKeep,
  recordPresence,
  recordReaction,
  recordRead,
  recordRenewal,
  recordUndoing,
} from './reduce/people-events.ts';
import { askPermission, recordPermissionAnswer, withdrawPermission } from './reduce/permissions.ts';
import { editMessage, queueRerun, queueRun, receiveMessage, removeQueued } from './reduce/queued.ts';
import { finishRun, recordStop, startRun } from './reduce/runs.ts';
import { endSubAgent, recordSubAgentStop, reduceNested, startSubAgent } from './reduce/sub-agents.ts';
import {
  completeToolCall,
  recordElicitation,
  recordGrowth,
  recordHolder,
  recordProgress,
  replaceArtifact,
  startToolCall,
} from './reduce/tool-calls.ts';
import { recordWorktreeAct } from './reduce/worktree-acts.ts';

/**
 * Applies one event. Pure and idempotent: an event seen before changes nothing, so a reader may replay any
 * part of the log, and late or repeated live feedback does no harm.
 */
export function reduceEvent(state: ConversationState, event: ConversationEvent): ConversationState {
  return event.id === null
    ? reduceEphemeral(withoutFault(state, event), event)
    : { ...reduceDurable(withoutFault(state, event), event), cursor: event.id };
}

export const reduceEvents = (
  events: Iterable<ConversationEvent>,
  state: ConversationState = emptyConversation,
): ConversationState => {
  let next = state;
  for (const event of events) next = reduceEvent(next, event);
  return next;
};

/** Any other event came from the store, so the store is back. */
const withoutFault = (state: ConversationState, { type }: ConversationEvent): ConversationState =>
  state.storeFault === null || type.startsWith('store.') ? state : { ...state, storeFault: null };

/** Notes where the log brought a new message. */
const withCursor = (before: ConversationState, after: ConversationState, id: string): ConversationState =>
  after === before ? before : { ...after, messageCursor: id };

type Durable = Exclude<ConversationEvent, EphemeralEvent>;

const reduceDurable = (state: ConversationState, event: Durable): ConversationState =>
  event.parentId === null
    ? reduceByType(state, event)
    : reduceNested(state, event.parentId, (thread) => reduceByType(thread, event));

function reduceByType(state: ConversationState, event: Durable): ConversationState {
  switch (event.type) {
    case 'session.start':
      return {
        ...state,
        model: event.data.model,
        workspace: event.data.workspace,
        git: event.data.git ?? null,
      };
    case 'conversation.renamed':
      return { ...state, title: event.data.title, titleOrigin: event.data.madeFrom ?? null };
    case 'conversation.audience_changed':
      return { ...state, audience: event.data.audience };
    case 'user.message':
      return withCursor(state, receiveMessage(state, event.data, event.timestamp), event.id);
    case 'message.edited':
      return editMessage(state, event.data);
    case 'message.withdrawn':
      return removeQueued(state, event.data);
    case 'message.deleted':
      return withoutDeleted(removeWords(state, event.data), event.data.messageId);
    case 'message.reacted':
      return recordReaction(state, event.data, event.timestamp);
    case 'branch.selected':
      return recordBranch(state, event.data, event.id);
    case 'run.requested':
      return queueRun(state, event.data, event.timestamp);
    case 'run.started':
      return startRun(state, event.data, event.timestamp);
    case 'assistant.message':
      return withCursor(state, addAssistantMessage(state, event.data, event.timestamp), event.id);
    case 'tool.user_requested':
      return withCursor(state, addClientCall(state, event.data, event.timestamp), event.id);
    case 'tool.execution_start':
      return startToolCall(state, event.data, event.timestamp);
    case 'tool.execution_complete':
      return completeToolCall(state, event.data, event.timestamp);
    case 'run.finished':
      return finishRun(state, event.data, event.timestamp);
    case 'run.stop_requested':
      return recordStop(state, event.data);
    case 'permission.requested':
      return askPermission(state, event.data, event.timestamp);
    case 'permission.completed':
      return recordPermissionAnswer(state, event.data, event.timestamp);
    case 'permission.withdrawn':
      return withdrawPermission(state, event.data);
    case 'tool.rerun_requested':
      return queueRerun(state, event.data, event.timestamp);
    case 'artifact.replaced':
      return replaceArtifact(state, event.data, event.timestamp);
    case 'change.undone':
      return recordUndoing(state, event.data, true, event.timestamp);
    case 'change.redone':
      return recordUndoing(state, event.data, false, event.timestamp);
    case 'artifact.kept':
      return recordKeep(state, event.data, true, event.timestamp);
    case 'artifact.released':
      return recordKeep(state, event.data, false, event.timestamp);
    case 'worktree.merged':
    case 'worktree.discarded':
    case 'worktree.pushed':
    case 'worktree.updated':
      return recordWorktreeAct(state, event);
    case 'session.compaction_complete':
      return recordCompaction(state, event.data, event.timestamp);
    case 'session.truncation':
      return recordCompaction(state, event.data, event.timestamp, event.data.model);
    case 'session.usage_info':
      return { ...state, usageInfo: event.data };
    case 'instructions.read':
      return readInstructions(state, event.data, event.timestamp);
    case 'instructions.changed':
      return changeInstructions(state, event.data, event.timestamp);
    case 'subagent.started':
      return startSubAgent(state, event.data, event);
    case 'subagent.completed':
      return endSubAgent(state, event.data, event.timestamp);
    case 'subagent.failed':
      return endSubAgent(state, event.data, event.timestamp);
    case 'subagent.stop_requested':
      return recordSubAgentStop(state, event.data);
    case 'subagent.selected':
    case 'session.compaction_start':
    case 'session.error':
      return state;
    default:
      return ofNewerEvent(event, state);
  }
}

function reduceEphemeral(state: ConversationState, event: EphemeralEvent): ConversationState {
  switch (event.type) {
    case 'assistant.message_delta':
      return applyDelta(state, 'text', event.data);
    case 'assistant.reasoning_delta':
      return applyDelta(state, 'reasoning', event.data);
    case 'tool.execution_progress':
      return recordProgress(state, event.data);
    case 'tool.execution_partial_result':
      return recordGrowth(state, event.data);
    case 'tool.terminal_control':
      return recordHolder(state, event.data);
    case 'tool.elicitation':
      return recordElicitation(state, event.data);
    case 'presence.updated':
      return recordPresence(state, event.data, event.timestamp);
    case 'artifacts.renewed':
      return recordRenewal(state, event.data);
    case 'conversation.read':
      return recordRead(state, event.data);
    case 'assistant.usage':
      return { ...state, usage: event.data };
    case 'store.away':
      return { ...state, storeFault: 'away' };
    case 'store.full':
      return { ...state, storeFault: 'full' };
    case 'store.back':
      return { ...state, storeFault: null };
    case 'runner.away':
      return { ...state, awayAt: state.cursor };
    case 'session.idle':
      return state;
    default:
      return ofNewerEvent(event, state);
  }
}
