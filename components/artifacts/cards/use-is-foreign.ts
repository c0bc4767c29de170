import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { useWork } from '../context/work-context.tsx';

/**
 * Whether an artifact belongs to the conversation that this one is a fork of: what would be done with it here would
 * happen there.
 */
export function useIsForeign(metadata: ArtifactMetadata | null): boolean {
  const { conversationId } = useWork();
  return metadata !== null && conversationId !== '' && metadata.conversationId !== conversationId;
}
