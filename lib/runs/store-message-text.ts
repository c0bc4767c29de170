import type { ArtifactMetadata } from '../core/vocabulary/artifact.ts';
import type { ArtifactStore, NewArtifact } from '../stores/stores.ts';

/** The message that a text belongs to. */
export type MessageOrigin = Pick<NewArtifact, 'author' | 'conversationId' | 'runId' | 'createdAt'>;

/** Stores a text of a message as an artifact that lives as long as its conversation; nothing of it stays if that fails. */
export const storeMessageText = (
  artifacts: ArtifactStore,
  text: string,
  about: Pick<NewArtifact, 'id' | 'title' | 'tool' | 'arguments'>,
  message: MessageOrigin,
): Promise<ArtifactMetadata> =>
  storeConversationText(artifacts, text, { ...message, ...about, origin: 'member' });

/** The same for any text of a conversation. */
export async function storeConversationText(
  artifacts: ArtifactStore,
  text: string,
  about: Pick<NewArtifact, 'id' | 'title' | 'tool' | 'arguments' | 'origin'> & MessageOrigin,
): Promise<ArtifactMetadata> {
  const writer = await artifacts.create({
    ...about,
    toolCallId: null,
    type: 'text',
    form: null,
    mimeType: 'text/plain',
    firstLine: 1,
    exitCode: null,
    durationMs: null,
    stderrLines: [],
    dimensions: null,
    changes: [],
    language: null,
    files: [],
  });
  try {
    await writer.write(Buffer.from(text));
    return await writer.complete(null);
  } catch (error) {
    await artifacts.delete(about.id);
    throw error;
  }
}
