import type { Relation } from './artifact.ts';
import type { EventData, RunOutcome } from './events.ts';

type SubAgentOutcome = EventData<'subagent.completed' | 'subagent.failed'>['outcome'];

/**
 * What happens in a run, for operators of the server: figures and IDs, never texts, arguments, paths or names
 * of people. Activities nest: a run has steps, a step has model calls and tool calls, a tool call has its
 * split, or sub-agents with steps of their own.
 */
export interface BeginOf {
  run: { runId: string; conversationId: string; model: string };
  /**
   * `number`: position in its run, from 1. `messageId`: the ID that the ledger and the log use for the step.
   */
  step: { number: number; messageId: string };
  model_call: { model: string };
  tool_call: { tool: string; toolCallId: string; level: string; isRerun: boolean };
  /** A sub-agent. `depth`: 1 below the agent of the conversation. */
  agent: { agent: string; model: string; depth: number };
  split: { tool: string; level: string };
}
export type ActivityKind = keyof BeginOf;

export interface EndOf {
  /** `waiting`: the run waits for people and resumes as another activity. */
  run: { outcome: RunOutcome | 'waiting' };
  step: { outcome: 'completed' | 'failed' };
  model_call: { outcome: 'completed' | 'failed'; usage: ReportedTokens };
  tool_call: { outcome: EventData<'tool.execution_complete'>['resultType'] } & CallFigures;
  agent: { outcome: SubAgentOutcome };
  split: { summarizer: string | null; relation: Relation };
}

/** As the provider reports it; `null`: not reported. */
export interface ReportedTokens {
  inputTokens: number | null;
  /** Included in the input tokens. */
  cachedTokens: number | null;
  outputTokens: number | null;
}

export interface CallFigures {
  /** `null`: there is no text to credit. */
  fullTokens: number | null;
  isEstimated: boolean;
  sentTokens: number;
  summarizer: string | null;
}

/** Something in progress. Activities that it started and that have not finished end with it. */
export interface Activity<Kind extends ActivityKind = ActivityKind> {
  begin<K extends ActivityKind>(kind: K, begun: BeginOf[K]): Activity<K>;
  /** `null`: it was interrupted. Only the first call counts. */
  end(ended: EndOf[Kind] | null): void;
}

/** What begins at the top: runs, and calls of clients of the gateway. */
export type Observer = Pick<Activity, 'begin'>;
