import { formatLineRange } from '../core/algorithms/lines/lines.ts';
import { VitrineError } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import type { Attachment } from '../core/vocabulary/events.ts';
import type { IdPrefix } from '../core/vocabulary/ids.ts';
import type { ConversationSecrets } from '../split/secrets/secret-masker.ts';
import type { ArtifactStore, NewArtifact } from '../stores/stores.ts';
import { type AttachmentSource, type AttachmentText, readAttachmentText } from './attachment-text.ts';

interface Doors {
  artifacts: ArtifactStore;
  newId(prefix: IdPrefix): string;
}

/** The message that the texts are attached to. */
type Message = Pick<NewArtifact, 'author' | 'conversationId' | 'runId' | 'createdAt'>;

/**
 * Freezes what is attached to a message: each text becomes an artifact that lives as long as its
 * conversation. The model then reads the same words in every later step and turn, and people can view them,
 * whatever happens to the source.
 * @throws VitrineError as readAttachmentText does; `too_large` if the texts together are too long
 */
export async function freezeAttachments(
  { artifacts, newId }: Doors,
  sources: readonly AttachmentSource[],
  message: Message,
  secrets: ConversationSecrets,
): Promise<Attachment[]> {
  const texts: { source: AttachmentSource; text: AttachmentText }[] = [];
  for (const source of sources)
    texts.push({ source, text: await readAttachmentText(artifacts, source, secrets) });
  const tokens = texts.reduce((sum, { text }) => sum + text.tokens, 0);
  if (tokens > limits.attachmentTokens) throw tooLarge(tokens);

  const frozen: Attachment[] = [];
  try {
    for (const { source, text } of texts) {
      const textArtifactId = newId('art');
      await store(artifacts, textArtifactId, source, text, message);
      frozen.push(attachmentOf(textArtifactId, source, text));
    }
  } catch (error) {
    await dropAttachments(artifacts, frozen);
    throw error;
  }
  return frozen;
}

/** Removes the artifacts of a message that was not accepted or already exists: nothing refers to them. */
export async function dropAttachments(
  artifacts: ArtifactStore,
  frozen: readonly Attachment[],
): Promise<void> {
  for (const { textArtifactId } of frozen) await artifacts.delete(textArtifactId);
}

const tooLarge = (tokens: number) =>
  new VitrineError(
    'too_large',
    `This would give the model ${tokens.toLocaleString('en-US')} tokens. One message can carry at most ${limits.attachmentTokens.toLocaleString('en-US')}.`,
  );

async function store(
  artifacts: ArtifactStore,
  id: string,
  { metadata }: AttachmentSource,
  { text }: AttachmentText,
  message: Message,
): Promise<void> {
  const writer = await artifacts.create({
    ...message,
    id,
    type: 'text',
    form: null,
    title: `Attached for the model: ${metadata.title}`,
    mimeType: 'text/plain',
    firstLine: 1,
    tool: metadata.tool,
    arguments: metadata.arguments,
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
    await writer.complete(null);
    await artifacts.setAssistantView(id, text, []);
  } catch (error) {
    await artifacts.delete(id);
    throw error;
  }
}

function attachmentOf(
  textArtifactId: string,
  { metadata }: AttachmentSource,
  { range, tokens, masked }: AttachmentText,
): Attachment {
  return {
    artifactId: metadata.id,
    ...(range ? { lines: formatLineRange(range) } : {}),
    title: metadata.title,
    textArtifactId,
    tokens,
    ...(masked.length > 0 ? { masked } : {}),
  };
}
