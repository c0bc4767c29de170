import type { ArtifactStore } from '../stores/stores.ts';
import { expiredAttachment } from './attachment-text.ts';
import type { MessageAttachment } from './freeze-attachments.ts';
import type { MessageOrigin } from './store-message-text.ts';

/**
 * Moves the uploads among the attachments of a message into its conversation. They stay there if the message
 * is not accepted after all, so that it can be sent again.
 * @throws VitrineError `artifact_expired`
 */
export async function adoptUploads(
  artifacts: ArtifactStore,
  attachments: readonly MessageAttachment[],
  { conversationId, runId }: Pick<MessageOrigin, 'conversationId' | 'runId'>,
): Promise<void> {
  for (const { metadata } of attachments) {
    if (metadata.conversationId !== '') continue;
    const adopted = await artifacts.adopt(metadata.id, { conversationId, runId });
    if (adopted !== null) continue;
    // Another attempt to send the message may have been faster.
    const record = await artifacts.get(metadata.id);
    if (record?.metadata.conversationId !== conversationId) throw expiredAttachment(metadata.title);
  }
}
