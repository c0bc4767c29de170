import type { ArtifactMetadata } from '../core/vocabulary/artifact.ts';
import type { Media, MediaTitle } from '../core/vocabulary/media.ts';
import type { HostGrant } from '../core/vocabulary/network/host-grant.ts';
import type { Elicitation, ElicitationAnswer } from '../core/vocabulary/tools/elicitation.ts';
import type { SecretToMask } from '../split/secrets/byte-masker.ts';
import type { ArtifactStore } from '../stores/stores.ts';
import type { Commands, RunningTerminal } from '../workspace/commands.ts';
import type { CommandEnvironment } from '../workspace/environments.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { AgentReport, AgentTask } from './agent-report.ts';
import type { Mask } from './recall/readable-text.ts';
import type { EarlierCall } from './recall/repeated-recall.ts';

/** What a program gets of a call; `artifactId`: where people find it, `null`: nowhere. */
export type InnerCall = { artifactId: string | null } & ({ text: string } | { error: string });

export interface ProgressFigures {
  progress: number;
  total?: number | undefined;
}

/** A question of an MCP server, read for people, and as it asked for the answer. */
export interface ServerQuestion extends Pick<Elicitation, 'server' | 'message' | 'fields'> {
  /** JSON Schema. */
  requestedSchema: Readonly<Record<string, unknown>>;
}

/** What a tool may ask of whoever calls it. */
export interface CallerCapabilities {
  /** Earlier calls of a tool that the model which calls has a result of, in order. */
  earlierCalls(toolName: string): EarlierCall[];
  /**
   * Whether an artifact belongs to this conversation, or to one of which it continues a copy and which the person
   * who asks may read.
   */
  mayRecall(artifact: Pick<ArtifactMetadata, 'id' | 'conversationId'>): Promise<boolean>;
  /**
   * Asks people something for an MCP server, and waits for an answer.
   * @param signal aborted when nobody waits for it any more
   */
  elicit(asked: ServerQuestion, signal: AbortSignal): Promise<ElicitationAnswer>;
  /** Gives tasks to sub-agents, and waits for all of them. */
  delegate(tasks: readonly AgentTask[]): Promise<AgentReport[]>;
  /**
   * Calls a tool for a program, which gets all of its result; the model reads none of it.
   * @param signal aborted when the program has ended
   */
  callTool(toolName: string, input: unknown, signal: AbortSignal): Promise<InnerCall>;
}

/** What every call needs, whatever its tool does. */
export type CallContext = Pick<ToolContext, 'artifacts' | 'signal' | 'count' | 'mayRecall'>;

/** What a tool has access to while it runs. */
export interface ToolContext extends CallerCapabilities {
  workspace: Workspace;
  conversationId: string;
  artifacts: ArtifactStore;
  /** Aborted when the run is stopped. */
  signal: AbortSignal;
  count(text: string): number;
  commands: Commands;
  /** Hosts that its commands may reach. */
  hostGrants: readonly HostGrant[];
  /** What its commands find besides the workspace. */
  environment: CommandEnvironment;
  /** What is wrong with the set-up of the workspace; `null`: nothing. */
  setUpNote: string | null;
  /** Secrets of the workspace, which nobody sees in what its commands print. */
  workspaceSecrets: readonly SecretToMask[];
  /** Gives people access to a terminal of this call. Returns a function that ends it. */
  attachTerminal(terminal: RunningTerminal): () => void;
  /**
   * SHA-256 of the content the model last read or wrote of a file; `null`: it knows that the file does not
   * exist; `undefined`: it never looked.
   */
  knownVersion(path: string): string | null | undefined;
  /** Creates a mask for the secrets of one text that arrives in whole lines. */
  createMask(): Mask;
  /**
   * Shows people a message while the tool runs.
   * @param figures as the server counts, for a client that draws them
   */
  reportProgress(message: string, figures?: ProgressFigures): void;
  /** Whether the model can look at images. */
  hasVision: boolean;
  /** What the provider reports about a medium; `null`: nothing, or it was not asked. */
  readMediaTitle(media: Media): Promise<MediaTitle | null>;
}
