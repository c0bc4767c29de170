import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import { threadOf } from '#lib/core/conversation/sub-agent-thread.ts';
import { type EventData, nestedEvent } from '#lib/core/vocabulary/events.ts';
import type { ConversationLog } from '../conversation-log.ts';

export interface AgentLog extends ConversationLog {
  /** What it was saying when it was stopped; `null`: nothing. */
  unfinished(): { messageId: string; content: string } | null;
}

/**
 * The log as a sub-agent reads and writes it: its state is that of its own thread, and all that it writes is nested
 * under the event that started it. Several work at once, so the words of none are streamed, and none clears the live
 * buffer.
 */
export function createAgentLog(log: ConversationLog, eventId: string): AgentLog {
  let saying = { messageId: '', content: '' };
  const hear = ({ messageId, deltaContent, offset }: EventData<'assistant.message_delta'>) => {
    const before = saying.messageId === messageId ? saying.content.slice(0, offset) : '';
    saying = { messageId, content: before + deltaContent };
  };
  const isLogged = ({ messageId }: typeof saying): boolean =>
    threadOf(log.state, eventId).items.some(
      (item) => item.kind === 'assistant' && item.messageId === messageId,
    );
  return {
    get state() {
      return withOwnModel(threadOf(log.state, eventId));
    },
    append: (events, { dropsLive: _, ...options } = {}) =>
      // What sub-agents below it write is nested under their own events already.
      log.append(
        events.map((event) => nestedEvent(event, event.parentId ?? eventId)),
        options,
      ),
    async appendLive(events) {
      for (const { type, data } of events) if (type === 'assistant.message_delta') hear(data);
      const shared = events.filter(({ type }) => !type.startsWith('assistant.'));
      if (shared.length > 0) await log.appendLive(shared);
    },
    catchUp: log.catchUp,
    readAgain: log.readAgain,
    unfinished: () => (saying.content === '' || isLogged(saying) ? null : saying),
  };
}

/** Reasoning goes back to the model that it is of. */
function withOwnModel(thread: ConversationState): ConversationState {
  const run = thread.runs[thread.activeRunId ?? ''];
  const model = thread.subAgents[thread.threadId ?? '']?.model;
  return run && model ? { ...thread, runs: { ...thread.runs, [run.runId]: { ...run, model } } } : thread;
}
