import { contextOf } from '../core/conversation/compaction.ts';
import type { ConversationState } from '../core/conversation/conversation-state.ts';
import { isToAgent } from '../core/conversation/thread-items.ts';
import type { ArtifactStore } from '../stores/stores.ts';

/** Texts attached to messages, by the ID of the artifact that stores each. */
export type AttachmentTexts = ReadonlyMap<string, string>;

/**
 * Loads what people attached in a conversation; each text is read once, since none ever changes.
 * @throws VitrineError `storage_unavailable`; Error if one is gone, because the history would differ without
 * it
 */
export function createAttachmentTexts(
  artifacts: ArtifactStore,
): (state: ConversationState) => Promise<AttachmentTexts> {
  const retained = new Map<string, string>();
  return async (state) => {
    const items = contextOf(state).items;
    const attachments = items.flatMap((item) => (isToAgent(item) ? item.attachments : []));
    for (const { textArtifactId } of attachments) {
      if (retained.has(textArtifactId)) continue;
      const text = (await artifacts.get(textArtifactId))?.assistantView;
      if (typeof text !== 'string') throw new Error(`what was given to the model is gone: ${textArtifactId}`);
      retained.set(textArtifactId, text);
    }
    return retained;
  };
}
