import { formatLineRange } from '../core/algorithms/lines/lines.ts';
import { VitrineError } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import type { ArtifactMetadata } from '../core/vocabulary/artifact.ts';
import type { Attachment } from '../core/vocabulary/events.ts';
import type { IdPrefix } from '../core/vocabulary/ids.ts';
import { countTokens } from '../split/count-tokens.ts';
import type { ArtifactStore } from '../stores/stores.ts';
import type { ViewSettings } from '../tools/make-view.ts';
import { type ViewOfArtifact, viewOfArtifact } from '../tools/view-of-artifact.ts';
import {
  type AttachmentSource,
  attachmentHead,
  expiredAttachment,
  readAttachmentText,
} from './attachment-text.ts';
import { type MessageOrigin, storeMessageText } from './store-message-text.ts';

/** What is attached to a message, and what the model reads of it. */
export interface MessageAttachment extends AttachmentSource {
  as: Attachment['as'];
}

interface Doors {
  artifacts: ArtifactStore;
  newId(prefix: IdPrefix): string;
}

/** What the model reads of an attachment, and what is reported about it. */
interface Reading {
  text: string;
  view?: ViewOfArtifact;
  attachment: Omit<Attachment, 'artifactId' | 'title' | 'textArtifactId'>;
}

/**
 * Freezes what is attached to a message: each text becomes an artifact that lives as long as its
 * conversation. The model then reads the same words in every later step and turn, and people can view them,
 * whatever happens to the source.
 * @throws VitrineError as readAttachmentText does; `too_large` if the texts together are too long
 */
export async function freezeAttachments(
  { artifacts, newId }: Doors,
  sources: readonly MessageAttachment[],
  message: MessageOrigin,
  settings: ViewSettings,
): Promise<Attachment[]> {
  const readings: { source: MessageAttachment; reading: Reading }[] = [];
  for (const source of sources)
    readings.push({ source, reading: await readAttachment(artifacts, source, settings) });
  const tokens = readings.reduce((sum, { reading }) => sum + reading.attachment.tokens, 0);
  if (tokens > limits.attachmentTokens) throw tooLarge(tokens);

  const frozen: Attachment[] = [];
  const createdIds: string[] = [];
  try {
    for (const { source, reading } of readings) {
      const { id: artifactId, title, origin, tool, arguments: input } = source.metadata;
      const textArtifactId = newId('art');
      createdIds.push(textArtifactId);
      const about = { id: textArtifactId, title: `Attached for the model: ${title}`, tool, arguments: input };
      await storeMessageText(artifacts, reading.text, about, message);
      await artifacts.setAssistantView(textArtifactId, reading.text, []);
      // What a member gave has no call whose view it could be; it is the one it was first sent with.
      if (reading.view && origin === 'member' && !(await hasAssistantView(artifacts, artifactId)))
        await artifacts.setAssistantView(artifactId, reading.text, reading.view.facts);
      frozen.push({ artifactId, title, textArtifactId, ...reading.attachment });
    }
  } catch (error) {
    await deleteAll(artifacts, createdIds);
    throw error;
  }
  return frozen;
}

const hasAssistantView = async (artifacts: ArtifactStore, id: string): Promise<boolean> =>
  (await artifacts.get(id))?.assistantView != null;

/** Results that tools made are given as text, what members gave as its view, unless they name lines of it. */
export const usualForm = ({ origin }: ArtifactMetadata, lines: string | undefined): Attachment['as'] =>
  origin === 'member' && lines === undefined ? 'view' : 'text';

/** @throws VitrineError as readAttachmentText does */
export async function readAttachment(
  artifacts: ArtifactStore,
  { metadata, lines, as }: MessageAttachment,
  settings: ViewSettings,
): Promise<Reading> {
  if (as === 'text') {
    const { text, range, tokens, masked } = await readAttachmentText(
      artifacts,
      { metadata, lines },
      settings.secrets,
    );
    return {
      text,
      attachment: { ...(range ? { lines: formatLineRange(range) } : {}), tokens, as, ...maskedIn(masked) },
    };
  }
  const found = await viewOfArtifact(artifacts, metadata, settings);
  if (found === null) throw expiredAttachment(metadata.title);
  return await readingOfView(metadata, found, settings);
}

/** What the model reads of an attachment whose view was made. */
export async function readingOfView(
  metadata: ArtifactMetadata,
  found: ViewOfArtifact,
  settings: ViewSettings,
): Promise<Reading> {
  const { telemetry } = found;
  // A view that is not the whole names its artifact itself.
  const isWhole = telemetry.summarizer === null;
  const text = isWhole ? `${await attachmentHead(metadata, settings.secrets)}\n${found.text}` : found.text;
  const tokens = isWhole ? await countTokens(text) : telemetry.sentTokens;
  return {
    text,
    view: found,
    attachment: {
      tokens,
      as: 'view',
      telemetry: {
        ...telemetry,
        sentTokens: tokens,
        // The line above it names the artifact.
        ...(isWhole && telemetry.relation === 'equal' ? { relation: 'transformed' as const } : {}),
        ...(metadata.type === 'image' ? { seenImage: true as const } : {}),
      },
      ...maskedIn(telemetry.masked ?? []),
    },
  };
}

const maskedIn = (masked: NonNullable<Attachment['masked']>) => (masked.length > 0 ? { masked } : {});

/** Removes artifacts of a message that was not accepted or already exists: nothing refers to them. */
export async function deleteAll(artifacts: ArtifactStore, ids: readonly string[]): Promise<void> {
  for (const id of ids) await artifacts.delete(id);
}

const tooLarge = (tokens: number) =>
  new VitrineError(
    'too_large',
    `This would give the model ${tokens.toLocaleString('en-US')} tokens. One message can carry at most ${limits.attachmentTokens.toLocaleString('en-US')}.`,
  );
