import type { ArtifactStore } from '../stores/stores.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** What a tool may reach while it runs. */
export interface ToolContext {
  workspace: Workspace;
  conversationId: string;
  artifacts: ArtifactStore;
  /** Ends when the run is stopped. */
  signal: AbortSignal;
  count(text: string): number;
}
