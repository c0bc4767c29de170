'use client';

import { createContext, useContext, useMemo } from 'react';
import type { ArtifactMetadata } from '../../../lib/core/artifact.ts';
import type { ConversationState, Keep } from '../../../lib/core/conversation-state.ts';

const KeepsContext = createContext<ConversationState['keeps']>({});

/** How long people wished a conversation's artifacts to stay: told to its cards past everything in between. */
export const KeepsProvider = KeepsContext.Provider;

/** `null`: nobody has kept this. */
export const useKeep = (artifactId: string): Keep | null => useContext(KeepsContext)[artifactId] ?? null;

/** What was read of an artifact, with the expiry it was given since. */
export function useKeptMetadata(metadata: ArtifactMetadata | null): ArtifactMetadata | null {
  const keep = useKeep(metadata?.id ?? '');
  return useMemo(
    () => (metadata?.state === 'complete' && keep ? { ...metadata, expiresAt: keep.expiresAt } : metadata),
    [metadata, keep],
  );
}
