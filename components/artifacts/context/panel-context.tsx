'use client';

import { createContext, useContext } from 'react';
import type { PanelTarget } from './panel-hash.ts';
import type { ShareSubject } from './share-subject.ts';

/** What a card or a citation may ask of its page. */
export interface PanelControls {
  /** The page has no panel. */
  isAbsent?: true;
  open: (target: PanelTarget) => void;
  openArtifactId: string | null;
  /** Shows the thread of a sub-agent. */
  openAgent: (subagentId: string) => void;
  openAgentId: string | null;
  share: (subject: ShareSubject) => void;
  /** The artifact's title in this conversation; `null`: it is not part of it. */
  titleOf: (artifactId: string) => string | null;
  /** The artifact that shows this line of a file in this conversation; `null`: none does. */
  fileWithLine: (path: string, line: number) => string | null;
}

const ArtifactPanelContext = createContext<PanelControls>({
  isAbsent: true,
  open: () => undefined,
  openArtifactId: null,
  openAgent: () => undefined,
  openAgentId: null,
  share: () => undefined,
  titleOf: () => null,
  fileWithLine: () => null,
});

export const ArtifactPanelProvider = ArtifactPanelContext.Provider;
export const useArtifactPanel = (): PanelControls => useContext(ArtifactPanelContext);
