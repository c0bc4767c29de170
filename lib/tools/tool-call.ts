import type { z } from 'zod';
import type { Activity } from '../core/activity.ts';
import type { Growth } from '../core/conversation-state.ts';
import type { EventData } from '../core/events.ts';
import type { CallEntry } from '../core/ledger.ts';
import type { ConversationSecrets } from '../split/secrets/secret-masker.ts';
import type { SplitLevel } from '../split/split.ts';
import type { ToolContext } from './tool-context.ts';

/** A tool as the run sees it: its input is not trusted, and its result has been split. */
export interface Tool {
  name: string;
  description: string;
  inputSchema: z.ZodType;
  /** Runs programs: offered only where they can run. */
  needsCommands: boolean;
  call(request: ToolCallRequest): Promise<ToolCallOutcome>;
}

export interface ToolCallRequest {
  toolName: string;
  input: unknown;
  toolCallId: string;
  runId: string;
  /** The ledger's entry of the model call that asked for it. */
  stepId: string | null;
  /** Who and what the call is booked on. */
  booking: Pick<CallEntry, 'conversationId' | 'conversationTitle' | 'model' | 'workspace' | 'member'>;
  /** What made the view of an artifact of the conversation; `null`: nothing did. */
  summarizerOf(artifactId: string): string | null;
  level: SplitLevel;
  /** Tokens of the view; `null`: what the level gives. */
  budgetTokens: number | null;
  /** The same of views that one summarizer makes, where recalls have widened it. */
  widened: ReadonlyMap<string, number>;
  artifactTtlSeconds: number;
  context: ToolContext;
  /** What is masked in all that the model reads of it. */
  secrets: ConversationSecrets;
  /** Run again by a person: nothing goes to the model, so no view is kept and nothing is booked. */
  isRerun: boolean;
  activity: Activity<'tool_call'>;
  ledger: { record(entry: CallEntry): Promise<unknown> };
  newArtifactId(): string;
  nowMs(): number;
  /** How far a live result has come; at most ten times a second. */
  onPartial(growth: Growth): void;
  /** Storing failed and the run goes on: for the server's log. */
  onStorageFailure(error: unknown): void;
  /** A summarizer failed and another stood in: for the server's log. */
  onSplitFault(error: unknown): void;
}

/** All that is to be told of a call; its `result.content` is the exact text for the model. */
export type ToolCallOutcome = EventData<'tool.execution_complete'>;
