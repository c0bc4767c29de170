import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { ArtifactStore } from '#lib/stores/stores.ts';
import { expiredText } from '../expired-text.ts';
import { textOfArtifact } from '../text-of-artifact.ts';
import { artifactSource } from './artifact-source.ts';
import type { Mask } from './readable-text.ts';
import { type RecallAsk, recall } from './recall.ts';
import type { RecallBudget } from './recall-budget.ts';
import type { RecallProblem } from './recall-problem.ts';

interface Doors {
  artifacts: Pick<ArtifactStore, 'readBytes' | 'readIndex'>;
  /** What masks secrets; made anew for each pass over the text. */
  createMask(): Mask;
  signal: AbortSignal;
}

/** More of an artifact, within a token budget, or why there is none, in a sentence for the model. */
export async function recallArtifact(
  { artifacts, createMask, signal }: Doors,
  metadata: ArtifactMetadata,
  ask: RecallAsk,
  budget: RecallBudget,
): Promise<string | RecallProblem> {
  const expired = { problem: expiredText(metadata) };
  if (metadata.state === 'expired') return expired;
  const readable = await textOfArtifact(artifacts, metadata, signal);
  if (readable === null) return expired;
  if (readable.metadata.lineCount === null) return { problem: `${metadata.id} is not text and has no lines` };
  const source = await artifactSource(readable, createMask);
  if (source === null) return expired;
  return (await recall(source, ask, budget, signal)) ?? expired;
}
