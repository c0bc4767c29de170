import type { Relation } from './artifact.ts';
import type { EventData, RunOutcome } from './events.ts';

/**
 * What goes on in a run, for those who look after the server: figures and IDs, never texts, arguments, paths or names of
 * people. Each stands under another: a run has steps, a step its model calls and tool calls, a tool call its split.
 */
export interface BeginOf {
  run: { runId: string; conversationId: string; model: string };
  /** `number`: in its run, from 1 on. `messageId`: by which the ledger and the log know it. */
  step: { number: number; messageId: string };
  model_call: { model: string };
  tool_call: { tool: string; toolCallId: string; level: string; isRerun: boolean };
  split: { tool: string; level: string };
}
export type ActivityKind = keyof BeginOf;

export interface EndOf {
  /** `waiting`: for people; it goes on as another activity. */
  run: { outcome: RunOutcome | 'waiting' };
  step: { outcome: 'completed' | 'failed' };
  model_call: { outcome: 'completed' | 'failed'; usage: ReportedTokens };
  tool_call: { outcome: EventData<'tool.execution_complete'>['resultType'] } & CallFigures;
  split: { summarizer: string | null; relation: Relation };
}

/** As the provider says; `null`: it does not. */
export interface ReportedTokens {
  inputTokens: number | null;
  /** Part of the input. */
  cachedTokens: number | null;
  outputTokens: number | null;
}

export interface CallFigures {
  /** `null`: there is no text to be credited. */
  fullTokens: number | null;
  isEstimated: boolean;
  sentTokens: number;
  summarizer: string | null;
}

/** Something under way. What it began and did not end, ends with it. */
export interface Activity<Kind extends ActivityKind = ActivityKind> {
  begin<K extends ActivityKind>(kind: K, begun: BeginOf[K]): Activity<K>;
  /** `null`: it broke off. Only the first end counts. */
  end(ended: EndOf[Kind] | null): void;
}

export interface Observer {
  begin(kind: 'run', begun: BeginOf['run']): Activity<'run'>;
}
