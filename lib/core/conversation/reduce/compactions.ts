import type { EventData } from '#lib/core/vocabulary/events.ts';
import type { Compaction, ConversationState } from '../conversation-state.ts';
import { nodeOfMessage, pathTo, rootId } from '../thread-tree.ts';

/** @param truncatedFor the model for whose window messages were left out; `null`: they were compacted */
export function recordCompaction(
  state: ConversationState,
  data: EventData<'session.compaction_complete'>,
  timestamp: string,
  truncatedFor: string | null = null,
): ConversationState {
  const others = state.compactions.filter(({ artifactId }) => artifactId !== data.artifactId);
  return {
    ...state,
    compactions: [
      ...others,
      {
        ...data,
        onlyFor: truncatedFor ?? data.model ?? null,
        isTruncation: truncatedFor !== null,
        timestamp,
      },
    ],
  };
}

/** A message was deleted: a summary that may have its words is gone with it, and the others are read as they are again. */
export function withoutDeleted(state: ConversationState, messageId: string): ConversationState {
  const { tree, compactions } = state;
  const covers = ({ messageId: kept }: Compaction): boolean =>
    pathTo(tree, nodeOfMessage(tree, kept) ?? rootId).some(({ id }) => id === messageId && id !== kept);
  return { ...state, compactions: compactions.filter((one) => !covers(one)) };
}
