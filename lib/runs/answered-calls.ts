import { callsOf } from '../core/conversation/calls-of.ts';
import { contextOf } from '../core/conversation/compaction.ts';
import type { ConversationState } from '../core/conversation/conversation-state.ts';
import type { EarlierCall } from '../tools/recall/repeated-recall.ts';

/** Successful calls of a tool, in the order in which they were requested: the model has their results. */
export const answeredCalls = (
  state: Pick<ConversationState, 'toolCalls' | 'tree' | 'items' | 'activeRunId' | 'compactions'>,
  toolName: string,
): EarlierCall[] =>
  callsOf(contextOf(state).items, state.toolCalls).flatMap((call) =>
    call.toolName === toolName && call.result?.success && call.completedAt !== null
      ? [{ arguments: call.arguments, completedAt: call.completedAt }]
      : [],
  );
