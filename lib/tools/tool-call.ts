import type { z } from 'zod';
import type { EventData } from '../core/events.ts';
import type { LedgerEntry } from '../core/savings.ts';
import type { SplitLevel } from '../split/split.ts';
import type { LedgerStore } from '../stores/stores.ts';
import type { ToolContext } from './tool-context.ts';

/** A tool as the run sees it: its input is not trusted, and its result has been split. */
export interface Tool {
  name: string;
  description: string;
  inputSchema: z.ZodType;
  call(request: ToolCallRequest): Promise<ToolCallOutcome>;
}

export interface ToolCallRequest {
  toolName: string;
  input: unknown;
  toolCallId: string;
  runId: string;
  /** Who and what the call is booked on. */
  booking: Pick<LedgerEntry, 'conversationId' | 'conversationTitle' | 'model' | 'workspace' | 'member'>;
  level: SplitLevel;
  artifactTtlSeconds: number;
  context: ToolContext;
  ledger: LedgerStore;
  newArtifactId(): string;
  nowMs(): number;
  /** Storing failed and the run goes on: for the server's log. */
  onStorageFailure(error: unknown): void;
}

/** All that is to be told of a call; its `result.content` is the exact text for the model. */
export type ToolCallOutcome = EventData<'tool.execution_complete'>;
