import type { Audience } from '../vocabulary/conversation.ts';
import type {
  DurableEvent,
  DurableType,
  EventData,
  RunOutcome,
  ToolRequest,
  ToolTelemetry,
} from '../vocabulary/events.ts';
import type { CallHosts, HostGrant, HostScope } from '../vocabulary/network/host-grant.ts';
import type { Reaction } from '../vocabulary/reaction.ts';
import type { StoreFault } from '../vocabulary/store-fault.ts';
import type { AllowedCall } from '../vocabulary/tools/allowed-call.ts';
import type { Elicitation } from '../vocabulary/tools/elicitation.ts';
import type { AgentMessageItem, ThreadItem } from './thread-items.ts';
import { emptyTree, type ThreadTree } from './thread-tree.ts';

/** Older messages of which the model reads a summary since. */
export interface Compaction extends EventData<'session.compaction_complete'> {
  /** For other models than this one, the messages are there. `null`: it holds for every model. */
  onlyFor: string | null;
  /** Not even a summary fits the window of that model. */
  isTruncation: boolean;
  timestamp: string;
}

/** A call that waits to be run again: it is queued like a message but never enters the thread. */
export interface RerunItem {
  kind: 'rerun';
  runId: string;
  toolCallId: string;
  by: { id: string; name: string };
  timestamp: string;
}

/** A message that waits to be answered again; it is in the thread already. */
export interface RegenerateItem {
  kind: 'regenerate';
  runId: string;
  messageId: string;
  /** The run that gave the answer before. */
  replaces: string;
  by: { id: string; name: string };
  timestamp: string;
}

/** A run that waits to be continued. */
export interface ContinueItem {
  kind: 'continue';
  runId: string;
  messageId: string;
  /** The run that it continues. */
  continues: string;
  by: { id: string; name: string };
  /** The team's setting asks for it. */
  isAutomatic: boolean;
  timestamp: string;
}

export type QueuedItem = AgentMessageItem | RerunItem | RegenerateItem | ContinueItem;

export interface RunState {
  runId: string;
  /** The message it answers; `null`: it re-runs a call. */
  messageId: string | null;
  /** The call it re-runs; `null`: it answers a message. */
  rerunOf: string | null;
  /** The run to whose answer it gives another version; `null`: it is the first. */
  replaces: string | null;
  /** The run that it continues; `null`: it continues none. */
  continues: string | null;
  /** It continues one because the team's setting asks for that. */
  isAutomatic: boolean;
  askedBy: { id: string; name: string };
  status: 'queued' | 'running' | RunOutcome;
  model: string | null;
  startedAt: string | null;
  finishedAt: string | null;
  /** Who asked to stop it; `null`: nobody. */
  stoppedBy: { id: string; name: string } | null;
}

export interface ToolCallState {
  toolCallId: string;
  /** The sub-agent whose call it is, by event; `null`: the agent of the conversation. */
  threadId: string | null;
  /** The client of the gateway whose call it is, and for whom; `null`: it is of an agent of this server. */
  client: { name: string; by: { id: string; name: string } } | null;
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
  /** What its MCP server asks people; `null`: nothing. */
  elicitation: Elicitation | null;
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
  /** What it could reach; `null`: it asks for no host. */
  hosts: CallHosts | null;
  /** Names of secrets that it gets, if it is allowed. */
  secrets: readonly string[];
  timestamp: string;
  answer: PermissionAnswer | null;
}

export interface PermissionAnswer {
  result: 'approved' | 'rejected' | 'denied';
  /** `null`: decided by the team's policy. */
  by: { id: string; name: string } | null;
  reason: string | null;
  /** Where the same call runs without asking since; `null`: it was allowed once, or not. */
  always: 'conversation' | 'team' | null;
  /** Where the hosts that it asked for may be reached since; `null`: by this call. */
  hosts: HostScope | null;
  timestamp: string;
}

/** A call that runs without asking in this conversation. */
export interface ConversationAllowedCall extends Omit<AllowedCall, 'conversationId'> {
  /** Who was asked: where admins are, what a member allowed does not count. */
  answeredBy: Permission['answeredBy'];
}

/** A host that commands of this conversation may reach. */
export interface ConversationHostGrant extends HostGrant {
  /** Of the request that was answered. */
  requestId: string;
  answeredBy: Permission['answeredBy'];
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

/** Somebody's reaction to a message. */
export interface ReactionState {
  reaction: Reaction;
  by: { id: string; name: string };
  /** `false`: it was taken back. */
  isOn: boolean;
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
export type WorktreeAct = DurableEvent<
  'worktree.merged' | 'worktree.discarded' | 'worktree.pushed' | 'worktree.updated'
>;

/** What a sub-agent has read and written: a conversation of its own. */
export type SubAgentThread = Pick<
  ConversationState,
  'tree' | 'items' | 'knownFiles' | 'compactions' | 'usageInfo'
>;

/** A sub-agent that works, or worked, on a task. */
export interface SubAgentState extends EventData<'subagent.started'> {
  /** Of its `subagent.started`: all that it did is nested under this event. */
  eventId: string;
  /** The sub-agent that delegated to it, by event; `null`: the agent of the conversation. */
  parentId: string | null;
  startedAt: string;
  /** `null`: it is at work. */
  end: SubAgentEnd | null;
  /** Who asked to stop it; `null`: nobody. */
  stoppedBy: { id: string; name: string } | null;
  thread: SubAgentThread;
}

export interface SubAgentEnd {
  outcome: EventData<'subagent.completed' | 'subagent.failed'>['outcome'];
  /** `null`: it answered. */
  error: string | null;
  durationMs: number;
  costMicrodollars: number | null;
  timestamp: string;
}

/** What the model reads besides the program's own instructions. */
export interface CustomInstructions {
  /** Of the team and the workspace, as they were read; `null`: nobody has read them. */
  read: Read<'instructions.read'> | null;
  /** The conversation's own; `null`: nobody wrote any. */
  own: Read<'instructions.changed'> | null;
}

/** The present ones, and those that the active run, or the last one, began with. */
export interface InstructionState extends CustomInstructions {
  ofRun: CustomInstructions;
}
type Read<T extends DurableType> = EventData<T> & { timestamp: string };

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
  /** The message that the title was made from, and how; `null`: a person chose it, or there is none yet. */
  titleOrigin: EventData<'conversation.renamed'>['madeFrom'] | null;
  /** The latest change; `null`: unchanged since the conversation was created. */
  audience: Audience | null;
  model: string | null;
  workspace: string | null;
  git: { branch: string | null; commit: string } | null;
  /** Every version of every message and answer. */
  tree: ThreadTree;
  /** The selected path through the tree. */
  items: readonly ThreadItem[];
  /** IDs of the events that selected a version: each counts once. */
  branchEvents: readonly string[];
  /** By message. */
  reactions: Readonly<Record<string, readonly ReactionState[]>>;
  /** Messages whose run has not started, in the order they will be taken. */
  queued: readonly QueuedItem[];
  runs: Readonly<Record<string, RunState>>;
  activeRunId: string | null;
  /** Of all threads. */
  toolCalls: Readonly<Record<string, ToolCallState>>;
  /** By the event that started each, in their order. */
  subAgents: Readonly<Record<string, SubAgentState>>;
  /** The sub-agent whose thread `items` are, by event; `null`: the conversation’s own. */
  threadId: string | null;
  live: LiveMessage | null;
  allowedCalls: readonly ConversationAllowedCall[];
  /** Hosts that its commands may reach, besides those of its workspace. */
  allowedHosts: readonly ConversationHostGrant[];
  /** Changes that people undid or redid, by the artifact that shows them. */
  undoings: Readonly<Record<string, Undoing>>;
  /** When artifacts expire that open pages let last longer. */
  renewals: Readonly<Record<string, string>>;
  /** The latest keep request for each artifact. */
  keeps: Readonly<Record<string, Keep>>;
  /** SHA-256 of the content the model knows of a file, on the selected path; `null`: it knows that the file does not exist. */
  knownFiles: Readonly<Record<string, string | null>>;
  /** Names of secrets that the model has read, by the secret's fingerprint. */
  maskedSecrets: Readonly<Record<string, string>>;
  usage: EventData<'assistant.usage'> | null;
  /** What the latest model call sent; `null`: there was none. */
  usageInfo: EventData<'session.usage_info'> | null;
  /** Oldest first. */
  compactions: readonly Compaction[];
  /** The last event that brought a message, whatever version it is of; `null`: there is none. */
  messageCursor: string | null;
  /** How far members have read, as far as it is known. */
  reads: Readonly<Record<string, { name: string; cursor: string }>>;
  /** By member. Members who have not reported within `limits.presenceMs` are gone. */
  presences: Readonly<Record<string, Presence>>;
  /** `null`: nothing was merged or discarded yet. */
  worktreeAct: WorktreeAct | null;
  instructions: InstructionState;
  /** The current fault of the server's store; `null`: no known fault. */
  storeFault: StoreFault | null;
  /** How far the log was when work waited for a runner that has the files: what comes later shows that one does. */
  awayAt?: string | null;
}

export const emptyConversation: ConversationState = {
  cursor: null,
  title: null,
  titleOrigin: null,
  audience: null,
  model: null,
  workspace: null,
  git: null,
  tree: emptyTree,
  items: [],
  branchEvents: [],
  reactions: {},
  queued: [],
  runs: {},
  activeRunId: null,
  toolCalls: {},
  subAgents: {},
  threadId: null,
  live: null,
  allowedCalls: [],
  allowedHosts: [],
  undoings: {},
  renewals: {},
  keeps: {},
  knownFiles: {},
  maskedSecrets: {},
  usage: null,
  usageInfo: null,
  compactions: [],
  messageCursor: null,
  reads: {},
  presences: {},
  worktreeAct: null,
  instructions: { read: null, own: null, ofRun: { read: null, own: null } },
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
