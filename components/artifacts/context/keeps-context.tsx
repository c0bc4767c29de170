'use client';

import { createContext, useContext } from 'react';
import type { ConversationState, Keep } from '#lib/core/conversation/conversation-state.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';

const KeepsContext = createContext<ConversationState['keeps']>({});
const RenewalsContext = createContext<ConversationState['renewals']>({});

/** Provides when artifacts expire that open pages let last longer. */
export const RenewalsProvider = RenewalsContext.Provider;

/** Provides how long people want a conversation's artifacts to stay, directly to its cards. */
export const KeepsProvider = KeepsContext.Provider;

/** `null`: nobody has kept this artifact. */
export const useKeep = (artifactId: string): Keep | null => useContext(KeepsContext)[artifactId] ?? null;

/** The artifact's metadata, updated with the expiry it was given since it was read. */
export function useKeptMetadata(metadata: ArtifactMetadata | null): ArtifactMetadata | null {
  'use memo';
  const keep = useKeep(metadata?.id ?? '');
  const renewedTo = useContext(RenewalsContext)[metadata?.id ?? ''] ?? null;
  if (metadata?.state !== 'complete') return metadata;
  const expiresAt = keep ? keep.expiresAt : metadata.expiresAt;
  if (expiresAt === null || renewedTo === null || renewedTo <= expiresAt) {
    return keep ? { ...metadata, expiresAt } : metadata;
  }
  return { ...metadata, expiresAt: renewedTo };
}
