import type { Audience } from '../vocabulary/conversation.ts';
import type { EventData, RunOutcome, ToolRequest, ToolTelemetry } from '../vocabulary/events.ts';
import type { StoreFault } from '../vocabulary/store-fault.ts';

export interface UserItem {
  kind: 'user';
  messageId: string;
  runId: string;
  clientMessageId: string | null;
  author: { id: string; name: string };
  content: string;
  attachments: EventData<'user.message'>['attachments'];
  /** People mentioned by name in the message. */
  mentions: readonly { id: string; name: string }[];
  /** Taken before all messages that are not urgent. */
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

/** How a run ended, if the thread should mention it. */
export interface NoticeItem {
  kind: 'notice';
  runId: string;
  outcome: Exclude<RunOutcome, 'completed'>;
  error: { code: string; message: string } | null;
  /** `null`: nobody stopped it, or it is not known who did. */
  stoppedBy: { id: string; name: string } | null;
  timestamp: string;
}

export type ThreadItem = UserItem | AssistantItem | NoticeItem;

/** A call that waits to be run again: it is queued like a message but never enters the thread. */
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
  /** The message it answers; `null`: it re-runs a call. */
  messageId: string | null;
  /** The call it re-runs; `null`: it answers a message. */
  rerunOf: string | null;
  status: 'queued' | 'running' | RunOutcome;
  model: string | null;
  startedAt: string | null;
  finishedAt: string | null;
  /** Who asked to stop it; `null`: nobody. */
  stoppedBy: { id: string; name: string } | null;
}

export interface ToolCallState {
  toolCallId: string;
  toolName: string;
  arguments: ToolRequest['arguments'];
  status: 'requested' | 'running' | 'complete';
  /** The approval it waits for or waited for; `null`: nobody was asked. */
  permission: Permission | null;
  startedAt: string | null;
  progress: string | null;
  /** What has arrived so far of a growing result. */
  partial: Growth | null;
  /** Who has control of its terminal; `null`: nobody, or it has no terminal. */
  terminalHolder: { id: string; name: string } | null;
  result: EventData<'tool.execution_complete'> | null;
  completedAt: string | null;
  /** The result of running it again: people see this one, the model has read `result`. */
  replacement: Replacement | null;
  /** The results that people saw before the call was run again, oldest first. */
  earlier: readonly EarlierRun[];
}

export interface Permission {
  requestId: string;
  /** The complete arguments, however long: what people approve is exactly what runs. */
  arguments: ToolRequest['arguments'];
  answeredBy: 'members' | 'admins';
  timestamp: string;
  answer: PermissionAnswer | null;
}

export interface PermissionAnswer {
  result: 'approved' | 'rejected' | 'denied';
  /** `null`: decided by the team's policy. */
  by: { id: string; name: string } | null;
  reason: string | null;
  timestamp: string;
}

export interface EarlierRun {
  artifactId: string;
  /** When the change was completed. */
  timestamp: string;
}

export interface Undoing {
  /** `false`: it was undone and then redone. */
  isUndone: boolean;
  by: { id: string; name: string };
  timestamp: string;
}

/** How long somebody asked to keep an artifact. */
export interface Keep {
  /** `false`: it was released again. */
  isKept: boolean;
  /** `null`: kept until it is removed. */
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

/** A member who is viewing the conversation, as last reported; reports repeat every few seconds. */
export interface Presence {
  name: string;
  isTyping: boolean;
  timestamp: string;
}

/** The last action taken on the conversation's own working copy. */
export interface WorktreeAct {
  kind: 'merged' | 'discarded';
  by: { id: string; name: string };
  /** Number of files that were merged. */
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
  /** The latest change; `null`: unchanged since the conversation was created. */
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
  /** Changes that people undid or redid, by the artifact that shows them. */
  undoings: Readonly<Record<string, Undoing>>;
  /** The latest keep request for each artifact. */
  keeps: Readonly<Record<string, Keep>>;
  /** SHA-256 of the content the model knows of a file; `null`: it knows that the file does not exist. */
  knownFiles: Readonly<Record<string, string | null>>;
  /** Names of secrets that the model has read, by the secret's fingerprint. */
  maskedSecrets: Readonly<Record<string, string>>;
  usage: EventData<'assistant.usage'> | null;
  /** By member. Members who have not reported within `limits.presenceMs` are gone. */
  presences: Readonly<Record<string, Presence>>;
  /** `null`: nothing was merged or discarded yet. */
  worktreeAct: WorktreeAct | null;
  /** The current fault of the server's store; `null`: no known fault. */
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

/** The artifact that people currently see for a call; `null`: none, or none yet. */
export const artifactOf = ({
  result,
  replacement,
}: Pick<ToolCallState, 'result' | 'replacement'>): string | null =>
  replacement?.artifactId ?? result?.toolTelemetry.artifactId ?? null;

/** All results of a call that people saw, in order; the last is the one they see now. */
export function runsOf(call: ToolCallState): readonly EarlierRun[] {
  const artifactId = artifactOf(call);
  const timestamp = call.replacement?.timestamp ?? call.completedAt;
  return artifactId === null || timestamp === null
    ? call.earlier
    : [...call.earlier, { artifactId, timestamp }];
}

/** All artifacts of a call: those people saw, in order, and the one it is writing now. */
export const artifactsOf = (call: ToolCallState): string[] => [
  ...runsOf(call).map(({ artifactId }) => artifactId),
  ...(call.partial ? [call.partial.artifactId] : []),
];
