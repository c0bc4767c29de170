import { callsOf } from '../core/conversation/calls-of.ts';
import type { ConversationState } from '../core/conversation/conversation-state.ts';
import type { EarlierCall } from '../tools/recall/repeated-recall.ts';

/** Successful calls of a tool, in the order in which they were requested: the model has their results. */
export const answeredCalls = (
  { toolCalls, items }: Pick<ConversationState, 'toolCalls' | 'items'>,
  toolName: string,
): EarlierCall[] =>
  callsOf(items, toolCalls).flatMap((call) =>
    call.toolName === toolName && call.result?.success && call.completedAt !== null
      ? [{ arguments: call.arguments, completedAt: call.completedAt }]
      : [],
  );
