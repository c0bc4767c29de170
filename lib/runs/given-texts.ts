import type { ConversationState } from '../core/conversation/conversation-state.ts';
import type { ArtifactStore } from '../stores/stores.ts';

/** Texts attached to messages, by the ID of the artifact that stores each. */
export type GivenTexts = ReadonlyMap<string, string>;

/**
 * Loads what people attached in a conversation; each text is read once, since none ever changes.
 * @throws VitrineError `storage_unavailable`; Error if one is gone, because the history would differ without
 * it
 */
export function createGivenTexts(
  artifacts: ArtifactStore,
): (state: ConversationState) => Promise<GivenTexts> {
  const retained = new Map<string, string>();
  return async ({ items }) => {
    const attachments = items.flatMap((item) => (item.kind === 'user' ? item.attachments : []));
    for (const { givenId } of attachments) {
      if (retained.has(givenId)) continue;
      const text = (await artifacts.get(givenId))?.assistantView;
      if (typeof text !== 'string') throw new Error(`what was given to the model is gone: ${givenId}`);
      retained.set(givenId, text);
    }
    return retained;
  };
}
