import type { Media, MediaTitle } from '../core/media.ts';
import type { ArtifactStore } from '../stores/stores.ts';
import type { Commands, RunningTerminal } from '../workspace/commands.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Mask } from './recall/readable-text.ts';
import type { EarlierCall } from './recall/repeated-recall.ts';

/** What a tool may reach while it runs. */
export interface ToolContext {
  workspace: Workspace;
  conversationId: string;
  artifacts: ArtifactStore;
  /** Ends when the run is stopped. */
  signal: AbortSignal;
  count(text: string): number;
  commands: Commands;
  /** Lets people at a terminal of this call. Returns how to take it from them. */
  attachTerminal(terminal: RunningTerminal): () => void;
  /** SHA-256 of the content the model last read or wrote of a file; `null`: it knows that there is none; `undefined`: it never looked. */
  knownVersion(path: string): string | null | undefined;
  /** Calls of a tool that the model has had an answer to in this conversation, in their order. */
  earlierCalls(toolName: string): EarlierCall[];
  /** Masks the secrets of one text that comes by in whole lines. */
  createMask(): Mask;
  /** A word to people while it runs. */
  reportProgress(message: string): void;
  /** Whether the model can look at images. */
  hasVision: boolean;
  /** What the provider says of a medium; `null`: it says nothing, or is not asked. */
  readMediaTitle(media: Media): Promise<MediaTitle | null>;
}
