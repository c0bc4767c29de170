import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { attachmentSettings } from '#lib/runs/attachment-settings.ts';
import { readAttachment, usualForm } from '#lib/runs/freeze-attachments.ts';
import type { Services } from '#lib/services.ts';
import { type AttachmentNeeds, attachmentDoors } from './attachment-doors.ts';

/**
 * The cost of attaching an artifact, or lines of it, to the next message: the tokens of exactly the text that
 * would be sent.
 * @throws VitrineError `artifact_expired`, `artifact_writing`, `invalid_lines`, `not_text`, `too_large`
 */
export async function priceAttachment(
  { stores, readState, ...services }: AttachmentNeeds & Pick<Services, 'stores' | 'readState'>,
  metadata: ArtifactMetadata,
  lines: string | undefined,
): Promise<{ tokens: number }> {
  const state = await readState(metadata.conversationId);
  const settings = await attachmentSettings(attachmentDoors(services), state);
  const as = usualForm(metadata, lines);
  const { attachment } = await readAttachment(stores.artifacts, { metadata, lines, as }, settings);
  return { tokens: attachment.tokens };
}
