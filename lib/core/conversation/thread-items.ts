import type { Effort } from '../vocabulary/effort.ts';
import type { EventData, ReasoningItem, RunOutcome, ToolRequest } from '../vocabulary/events.ts';

export interface UserItem {
  kind: 'user';
  messageId: string;
  /** The run that answers it first; `null`: it is for the team only. */
  runId: string | null;
  clientMessageId: string | null;
  author: { id: string; name: string };
  content: string;
  attachments: EventData<'user.message'>['attachments'];
  /** People mentioned by name in the message. */
  mentions: readonly { id: string; name: string }[];
  /** Taken before all messages that are not urgent. */
  isUrgent: boolean;
  /** The model that was chosen for it; `null`: as before. */
  model: string | null;
  /** How much the model is to think; `null`: as before. */
  effort: Effort | null;
  /** The message of which it is a new version. */
  replaces: string | null;
  /** A message on the path that it continues; `null`: the selected path. */
  after: string | null;
  /** The message that it answers. */
  quotes: string | null;
  /** The API token with which a program sent it; `null`: a browser did. */
  via: string | null;
  /** Its words are gone, for people and for the model. */
  isDeleted: boolean;
  /** It replaces another message, or its words were changed after it was sent. */
  isEdited: boolean;
  timestamp: string;
}

export interface AssistantItem {
  kind: 'assistant';
  messageId: string;
  runId: string | null;
  content: string;
  toolRequests: ToolRequest[];
  /** The first message that its model call read as it is; `null`: it read all of them. */
  readsFrom: string | null;
  /** The model's reasoning as its provider wants it back. */
  reasoning: readonly ReasoningItem[];
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

/** From here on another run goes on with what one began that ended too early. */
export interface ContinuationItem {
  kind: 'continuation';
  runId: string;
  /** The run that is continued. */
  continues: string;
  timestamp: string;
}

/** A call by a client of the gateway. The agent of the conversation reads nothing of it. */
export interface ClientCallItem {
  kind: 'client_call';
  toolCallId: string;
  by: { id: string; name: string };
  /** By the name of its token. */
  client: string;
  timestamp: string;
}

export type ThreadItem = UserItem | AssistantItem | NoticeItem | ContinuationItem | ClientCallItem;

/** What a person or the agent wrote. */
export const isMessage = (item: ThreadItem): item is UserItem | AssistantItem =>
  item.kind === 'user' || item.kind === 'assistant';

/** A message to the agent. */
export type AgentMessageItem = UserItem & { runId: string };

export const isToAgent = (item: ThreadItem): item is AgentMessageItem =>
  item.kind === 'user' && item.runId !== null;
