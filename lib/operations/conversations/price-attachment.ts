import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { readAttachmentText } from '#lib/runs/attachment-text.ts';
import type { Services } from '#lib/services.ts';
import { createSecretNames } from '#lib/split/secrets/secret-names.ts';

/**
 * The cost of attaching an artifact, or lines of it, to the next message: the tokens of exactly the text that
 * would be sent.
 * @throws VitrineError `artifact_expired`, `artifact_writing`, `invalid_lines`, `not_text`, `too_large`
 */
export async function priceAttachment(
  { stores, readState, config }: Pick<Services, 'stores' | 'readState' | 'config'>,
  metadata: ArtifactMetadata,
  lines: string | undefined,
): Promise<{ tokens: number }> {
  const { maskedSecrets } = await readState(metadata.conversationId);
  const secrets = { known: config.secrets, names: createSecretNames(maskedSecrets) };
  const { tokens } = await readAttachmentText(stores.artifacts, { metadata, lines }, secrets);
  return { tokens };
}
