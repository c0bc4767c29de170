import type { EventData } from '#lib/core/vocabulary/events.ts';
import type { Compaction, ConversationState } from '../conversation-state.ts';
import { nodeOfMessage, pathTo, rootId } from '../thread-tree.ts';

export function recordCompaction(
  state: ConversationState,
  data: EventData<'session.compaction_complete'>,
  timestamp: string,
): ConversationState {
  const others = state.compactions.filter(({ artifactId }) => artifactId !== data.artifactId);
  return { ...state, compactions: [...others, { ...data, truncatedFor: null, timestamp }] };
}

export function recordTruncation(
  state: ConversationState,
  {
    model,
    tokenLimit: _,
    preTruncationTokens,
    postTruncationTokens,
    ...data
  }: EventData<'session.truncation'>,
  timestamp: string,
): ConversationState {
  const others = state.compactions.filter(({ artifactId }) => artifactId !== data.artifactId);
  const truncation: Compaction = {
    ...data,
    trigger: 'window',
    preCompactionTokens: preTruncationTokens,
    postCompactionTokens: postTruncationTokens,
    truncatedFor: model,
    timestamp,
  };
  return { ...state, compactions: [...others, truncation] };
}

/** A message was deleted: a summary that may have its words is gone with it, and the others are read as they are again. */
export function withoutDeleted(state: ConversationState, messageId: string): ConversationState {
  const { tree, compactions } = state;
  const covers = ({ messageId: kept }: Compaction): boolean =>
    pathTo(tree, nodeOfMessage(tree, kept) ?? rootId).some(({ id }) => id === messageId && id !== kept);
  return { ...state, compactions: compactions.filter((one) => !covers(one)) };
}
