import type { Activity } from '../core/vocabulary/activity.ts';
import type { Conversation } from '../core/vocabulary/conversation.ts';
import type { Member } from '../core/vocabulary/team/member.ts';
import type { ConversationSecrets } from '../split/secrets/secret-masker.ts';
import type { AgentReport, AgentTask } from '../tools/agent-report.ts';
import type { Tool } from '../tools/tool-call.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { AgentWork } from './agents/agent-work.ts';
import type { ConversationLog } from './conversation-log.ts';
import type { Model } from './models.ts';
import type { RunSettings } from './run-settings.ts';

/**
 * Runs the sub-agents to which a call delegates, in the order of its tasks. Where they were started before, their
 * process has ended: what they had is reported.
 */
export type RunAgents = (
  request: RunRequest,
  call: { toolCallId: string; tasks: readonly AgentTask[]; within: Activity },
) => Promise<AgentReport[]>;

/** One run, or the work of one sub-agent in it, with everything it needs. */
export interface RunRequest {
  runId: string;
  conversation: Conversation;
  author: Pick<Member, 'id' | 'name'>;
  log: ConversationLog;
  model: Model;
  /** Of the model; `null`: not known. */
  windowTokens: number | null;
  workspace: Workspace;
  /** The start of every model call. */
  instructions: string;
  /** Number of model calls that it may make. */
  maxSteps: number;
  /** The sub-agent that works; `null`: the agent of the conversation. */
  agent: AgentWork | null;
  /** Runs sub-agents for a call of this one, and waits for all of them. */
  runAgents: RunAgents;
  /** All tools that can be called, before it was decided whose definitions are sent. */
  usableTools: readonly Tool[];
  tools: readonly Tool[];
  /** Names of tools whose definitions are not sent. */
  deferred: ReadonlySet<string>;
  /** One list of names per run, so that concurrent calls of a step never use a name twice. */
  secrets: ConversationSecrets;
  settings: RunSettings;
  activity: Activity<'run' | 'agent'>;
  /** Aborted to stop the run. */
  signal: AbortSignal;
}
