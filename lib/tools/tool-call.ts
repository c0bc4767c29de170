import type { z } from 'zod';
import type { Growth } from '../core/conversation/conversation-state.ts';
import type { Activity } from '../core/vocabulary/activity.ts';
import type { EventData } from '../core/vocabulary/events.ts';
import type { CallEntry } from '../core/vocabulary/ledger/ledger.ts';
import type { ConversationSecrets } from '../split/secrets/secret-masker.ts';
import type { SplitLevel } from '../split/split.ts';
import type { OfflineWords } from './offline-words.ts';
import type { CallContext, ToolContext } from './tool-context.ts';

/**
 * A tool as the run sees it: it validates its input, and its result is already split.
 * @template Context what it has access to
 */
export interface Tool<Context extends CallContext = ToolContext> {
  name: string;
  description: string;
  inputSchema: z.ZodType;
  /** Its arguments as JSON Schema, where the server that has the tool says it. */
  parameters?: Readonly<Record<string, unknown>>;
  /** Says of itself that it changes nothing. */
  changesNothing: boolean;
  /** How the offline model is asked for it. */
  offline: OfflineWords;
  /** Runs programs: offered only where they can run. */
  needsCommands: boolean;
  call(request: ToolCallRequest<Context>): Promise<ToolCallOutcome>;
}

export interface ToolCallRequest<Context extends CallContext = ToolContext> {
  toolName: string;
  input: unknown;
  toolCallId: string;
  runId: string;
  /** The ledger entry of the model call that requested it. */
  stepId: string | null;
  /** Who and what the call is charged to. */
  entryContext: Pick<
    CallEntry,
    | 'conversationId'
    | 'conversationTitle'
    | 'model'
    | 'workspace'
    | 'member'
    | 'purpose'
    | 'server'
    | 'client'
    | 'parentToolCallId'
  >;
  /** The summarizer that made the view of an artifact of the conversation; `null`: none did. */
  summarizerOf(artifactId: string): string | null;
  level: SplitLevel;
  /** Token budget of the view; `null`: that of the level. */
  budgetTokens: number | null;
  /** Widened budgets, by the summarizer that makes the view. */
  widened: ReadonlyMap<string, number>;
  /** The model has the tool that recalls. */
  canRecall: boolean;
  /** How long results last, in seconds; `null`: as long as their conversation. */
  readLifetime(): Promise<number | null>;
  context: Context;
  /** Secrets that are masked in everything the model reads of it. */
  secrets: ConversationSecrets;
  /**
   * Run again by a person: nothing goes to the model, so no view is stored and nothing is recorded in the
   * ledger.
   */
  isRerun: boolean;
  activity: Activity<'tool_call'>;
  ledger: { record(entry: CallEntry): Promise<unknown> };
  newArtifactId(): string;
  nowMs(): number;
  /** How far a live result has come; called at most ten times a second. */
  onPartial(growth: Growth): void;
  /** Storing failed and the run continues; for the server's log. */
  onStorageFailure(error: unknown): void;
  /** A summarizer failed and was replaced by another; for the server's log. */
  onSplitFault(error: unknown): void;
}

/** Everything that is reported about a call; its `result.content` is the exact text for the model. */
export type ToolCallOutcome = EventData<'tool.execution_complete'>;
