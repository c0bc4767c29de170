import type { Audience } from './conversation.ts';
import type { EventData, RunOutcome, ToolRequest, ToolTelemetry } from './events.ts';
import type { StoreFault } from './store-fault.ts';

export interface UserItem {
  kind: 'user';
  messageId: string;
  runId: string;
  clientMessageId: string | null;
  author: { id: string; name: string };
  content: string;
  attachments: EventData<'user.message'>['attachments'];
  /** Who is called by name in it. */
  mentions: readonly { id: string; name: string }[];
  /** Taken before all that wait without haste. */
  isUrgent: boolean;
  timestamp: string;
}

export interface AssistantItem {
  kind: 'assistant';
  messageId: string;
  runId: string | null;
  content: string;
  toolRequests: ToolRequest[];
  timestamp: string;
}

/** How a run ended, where that is worth a word in the thread. */
export interface NoticeItem {
  kind: 'notice';
  runId: string;
  outcome: Exclude<RunOutcome, 'completed'>;
  error: { code: string; message: string } | null;
  /** `null`: nobody did, or it is not known who. */
  stoppedBy: { id: string; name: string } | null;
  timestamp: string;
}

export type ThreadItem = UserItem | AssistantItem | NoticeItem;

/** A call that waits to be run again: it takes its turn like a message, and never enters the thread. */
export interface RerunItem {
  kind: 'rerun';
  runId: string;
  toolCallId: string;
  by: { id: string; name: string };
  timestamp: string;
}

export type QueuedItem = UserItem | RerunItem;

export interface RunState {
  runId: string;
  /** The message it answers; `null`: it runs a call again. */
  messageId: string | null;
  /** The call it runs again; `null`: it answers a message. */
  rerunOf: string | null;
  status: 'queued' | 'running' | RunOutcome;
  model: string | null;
  startedAt: string | null;
  finishedAt: string | null;
  /** Who asked for its end; `null`: nobody. */
  stoppedBy: { id: string; name: string } | null;
}

export interface ToolCallState {
  toolCallId: string;
  toolName: string;
  arguments: ToolRequest['arguments'];
  status: 'requested' | 'running' | 'complete';
  /** Whose leave it waits for, or waited for; `null`: nobody was asked. */
  permission: Permission | null;
  startedAt: string | null;
  progress: string | null;
  /** What has come so far of a result that grows. */
  partial: Growth | null;
  /** Who types into its terminal; `null`: nobody, or it has none. */
  terminalHolder: { id: string; name: string } | null;
  result: EventData<'tool.execution_complete'> | null;
  completedAt: string | null;
  /** What running it again gave; people see this, the model has read `result`. */
  replacement: Replacement | null;
  /** What people saw of it before it was run again, oldest first. */
  earlier: readonly EarlierRun[];
}

export interface Permission {
  requestId: string;
  /** All of them, however long: what people allow is what runs. */
  arguments: ToolRequest['arguments'];
  answeredBy: 'members' | 'admins';
  timestamp: string;
  answer: PermissionAnswer | null;
}

export interface PermissionAnswer {
  result: 'approved' | 'rejected' | 'denied';
  /** `null`: the team's policy. */
  by: { id: string; name: string } | null;
  reason: string | null;
  timestamp: string;
}

export interface EarlierRun {
  artifactId: string;
  /** When it was complete. */
  timestamp: string;
}

export interface Undoing {
  /** `false`: it was taken back and made again. */
  isUndone: boolean;
  by: { id: string; name: string };
  timestamp: string;
}

/** How long somebody wished an artifact to stay. */
export interface Keep {
  /** `false`: it was let go of again. */
  isKept: boolean;
  /** `null`: until it is removed. */
  expiresAt: string | null;
  by: { id: string; name: string };
  timestamp: string;
}

export interface Growth {
  artifactId: string;
  byteLength: number;
  lineCount: number | null;
}

export interface Replacement {
  artifactId: string;
  by: { id: string; name: string };
  durationMs: number;
  toolTelemetry: ToolTelemetry;
  timestamp: string;
}

/** Somebody who looks at the conversation: as they told last, which they do again every few seconds. */
export interface Presence {
  name: string;
  isTyping: boolean;
  timestamp: string;
}

/** What somebody did last with the conversation's own working copy. */
export interface WorktreeAct {
  kind: 'merged' | 'discarded';
  by: { id: string; name: string };
  /** That were merged. */
  fileCount: number | null;
  timestamp: string;
}

/** Text of the model call that is streaming: feedback, replaced by its `assistant.message`. */
export interface LiveMessage {
  messageId: string;
  text: string;
  reasoning: string;
}

export interface ConversationState {
  /** ID of the last durable event applied; `null` before the first. */
  cursor: string | null;
  title: string | null;
  /** As it was changed last; `null`: it is as the conversation began. */
  audience: Audience | null;
  model: string | null;
  workspace: string | null;
  git: { branch: string | null; commit: string } | null;
  items: readonly ThreadItem[];
  /** Messages whose run has not started, in the order they will be taken. */
  queued: readonly QueuedItem[];
  runs: Readonly<Record<string, RunState>>;
  activeRunId: string | null;
  toolCalls: Readonly<Record<string, ToolCallState>>;
  live: LiveMessage | null;
  /** Changes that people took back or made again, by the artifact that shows them. */
  undoings: Readonly<Record<string, Undoing>>;
  /** The latest wish of each artifact that somebody kept. */
  keeps: Readonly<Record<string, Keep>>;
  /** The content the model knows of a file, by its SHA-256; `null`: it knows that there is none. */
  knownFiles: Readonly<Record<string, string | null>>;
  /** Names of secrets that the model has read, by the secret's fingerprint. */
  maskedSecrets: Readonly<Record<string, string>>;
  usage: EventData<'assistant.usage'> | null;
  /** By member. Who has not told for `limits.presenceMs` is not there any more. */
  presences: Readonly<Record<string, Presence>>;
  /** `null`: nothing was merged or taken back yet. */
  worktreeAct: WorktreeAct | null;
  /** What its server's store suffers from; `null`: nothing that is known. */
  storeFault: StoreFault | null;
}

export const emptyConversation: ConversationState = {
  cursor: null,
  title: null,
  audience: null,
  model: null,
  workspace: null,
  git: null,
  items: [],
  queued: [],
  runs: {},
  activeRunId: null,
  toolCalls: {},
  live: null,
  undoings: {},
  keeps: {},
  knownFiles: {},
  maskedSecrets: {},
  usage: null,
  presences: {},
  worktreeAct: null,
  storeFault: null,
};

/** The artifact that people see of a call now; `null`: it has none, or not yet. */
export const artifactOf = ({
  result,
  replacement,
}: Pick<ToolCallState, 'result' | 'replacement'>): string | null =>
  replacement?.artifactId ?? result?.toolTelemetry.artifactId ?? null;

/** All that people saw of a call, in their order; what they see of it now is the last. */
export function runsOf(call: ToolCallState): readonly EarlierRun[] {
  const artifactId = artifactOf(call);
  const timestamp = call.replacement?.timestamp ?? call.completedAt;
  return artifactId === null || timestamp === null
    ? call.earlier
    : [...call.earlier, { artifactId, timestamp }];
}

/** All artifacts of a call: those people saw, in their order, and what it makes now. */
export const artifactsOf = (call: ToolCallState): string[] => [
  ...runsOf(call).map(({ artifactId }) => artifactId),
  ...(call.partial ? [call.partial.artifactId] : []),
];
