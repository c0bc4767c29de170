import { attachedViewOf } from '../core/conversation/attached-view.ts';
import { callOfArtifact } from '../core/conversation/call-of-artifact.ts';
import type { ConversationState } from '../core/conversation/conversation-state.ts';
import { allItems } from '../core/conversation/thread-tree.ts';
import { may } from '../core/vocabulary/rights.ts';
import { memberWithRights } from '../core/vocabulary/team/member-with-rights.ts';
import type { Tool, ToolCallOutcome } from '../tools/tool-call.ts';
import { answeredCalls } from './answered-calls.ts';
import { askPeople } from './ask-people.ts';
import { createInnerCalls } from './inner-calls.ts';
import { performCall, type ToolCallContext } from './perform-call.ts';
import type { RunRequest } from './run-request.ts';

/** Calls a tool as part of a run. */
export function callTool(run: RunRequest, tool: Tool, call: ToolCallContext): Promise<ToolCallOutcome> {
  const { conversation, author, log, settings, signal } = run;
  const { toolCallId, isOfProgram = false } = call;
  return performCall(run, tool, call, (activity) => ({
    earlierCalls: (toolName) => answeredCalls(log.state, toolName),
    mayRecall: async ({ id, conversationId }) =>
      conversationId === conversation.id ||
      (conversation.forkedFrom?.includes(conversationId) === true &&
        isNamed(log.state, id) &&
        (await mayReadSource(settings, author.id, conversationId))),
    elicit: async (asked, wanted) => {
      // No card would show the question.
      if (isOfProgram) return { id: settings.newId('req'), action: 'cancel' };
      return await askPeople(run, toolCallId, asked, AbortSignal.any([signal, wanted]));
    },
    delegate: (tasks) => run.runAgents(run, { toolCallId, tasks, within: activity }),
    callTool: createInnerCalls(run, toolCallId, (inner, { signal: stop, ...innerCall }) =>
      callTool({ ...run, signal: stop }, inner, {
        ...{ ...innerCall, within: activity },
        ...{ isRerun: true, isOfProgram: true },
      }),
    ),
  }));
}

/** Rights of a source may have changed since the fork, and others may ask in it. */
async function mayReadSource(
  { stores, isTeam }: RunRequest['settings'],
  memberId: string,
  conversationId: string,
): Promise<boolean> {
  if (!isTeam) return true;
  const [member, conversation, chosen] = await Promise.all([
    stores.members.get(memberId),
    stores.conversations.get(conversationId),
    stores.settings.get(),
  ]);
  if (member === null || member.removedAt !== null || conversation === null) return false;
  return may(memberWithRights(member, chosen), 'read', { kind: 'conversation', conversation });
}

/** Whether the log names an artifact: a fork reads of its source what it has a copy of, and nothing else. */
const isNamed = ({ toolCalls, tree, compactions }: ConversationState, artifactId: string): boolean =>
  callOfArtifact(toolCalls, artifactId) !== null ||
  attachedViewOf(allItems(tree), artifactId) !== null ||
  compactions.some((compaction) => compaction.artifactId === artifactId);
