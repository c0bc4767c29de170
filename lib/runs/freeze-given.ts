import { formatLineRange } from '../core/algorithms/lines/lines.ts';
import { VitrineError } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import type { Attachment } from '../core/vocabulary/events.ts';
import type { IdPrefix } from '../core/vocabulary/ids.ts';
import type { ConversationSecrets } from '../split/secrets/secret-masker.ts';
import type { ArtifactStore, NewArtifact } from '../stores/stores.ts';
import { type GivenSource, type GivenText, readGivenText } from './given-text.ts';

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
 * @throws VitrineError as readGivenText does; `too_large` if the texts together are too long
 */
export async function freezeGiven(
  { artifacts, newId }: Doors,
  sources: readonly GivenSource[],
  message: Message,
  secrets: ConversationSecrets,
): Promise<Attachment[]> {
  const texts: { source: GivenSource; given: GivenText }[] = [];
  for (const source of sources)
    texts.push({ source, given: await readGivenText(artifacts, source, secrets) });
  const tokens = texts.reduce((sum, { given }) => sum + given.tokens, 0);
  if (tokens > limits.givenTokens) throw tooLarge(tokens);

  const frozen: Attachment[] = [];
  try {
    for (const { source, given } of texts) {
      const givenId = newId('art');
      await store(artifacts, givenId, source, given, message);
      frozen.push(attachmentOf(givenId, source, given));
    }
  } catch (error) {
    await dropGiven(artifacts, frozen);
    throw error;
  }
  return frozen;
}

/** Removes the artifacts of a message that was not accepted or already exists: nothing refers to them. */
export async function dropGiven(artifacts: ArtifactStore, frozen: readonly Attachment[]): Promise<void> {
  for (const { givenId } of frozen) await artifacts.delete(givenId);
}

const tooLarge = (tokens: number) =>
  new VitrineError(
    'too_large',
    `This would give the model ${tokens.toLocaleString('en-US')} tokens. One message can carry at most ${limits.givenTokens.toLocaleString('en-US')}.`,
  );

async function store(
  artifacts: ArtifactStore,
  id: string,
  { metadata }: GivenSource,
  { text }: GivenText,
  message: Message,
): Promise<void> {
  const writer = await artifacts.create({
    ...message,
    id,
    type: 'text',
    form: null,
    title: `Given to the model: ${metadata.title}`,
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

function attachmentOf(givenId: string, { metadata }: GivenSource, given: GivenText): Attachment {
  const { range, tokens, masked } = given;
  return {
    artifactId: metadata.id,
    ...(range ? { lines: formatLineRange(range) } : {}),
    title: metadata.title,
    givenId,
    tokens,
    ...(masked.length > 0 ? { masked } : {}),
  };
}
