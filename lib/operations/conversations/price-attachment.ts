import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { readAttachment, usualForm } from '#lib/runs/freeze-attachments.ts';
import type { Services } from '#lib/services.ts';
import { createSecretNames } from '#lib/split/secrets/secret-names.ts';
import { loadTokenizer } from '#lib/split/tokenizer.ts';

/**
 * The cost of attaching an artifact, or lines of it, to the next message: the tokens of exactly the text that
 * would be sent.
 * @throws VitrineError `artifact_expired`, `artifact_writing`, `invalid_lines`, `not_text`, `too_large`
 */
export async function priceAttachment(
  {
    stores,
    readState,
    config,
    viewBudgets,
    log,
  }: Pick<Services, 'stores' | 'readState' | 'config' | 'viewBudgets' | 'log'>,
  metadata: ArtifactMetadata,
  lines: string | undefined,
): Promise<{ tokens: number }> {
  const { maskedSecrets } = await readState(metadata.conversationId);
  const settings = {
    ...(await viewBudgets.splitOf('attachment')),
    secrets: { known: config.secrets, names: createSecretNames(maskedSecrets) },
    count: (await loadTokenizer()).count,
    onSplitFault: (error: unknown) => log.error({ err: error }, 'a summarizer failed'),
  };
  const as = usualForm(metadata, lines);
  const { attachment } = await readAttachment(stores.artifacts, { metadata, lines, as }, settings);
  return { tokens: attachment.tokens };
}
