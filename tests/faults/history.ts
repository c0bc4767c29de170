import type { StepRow } from '#lib/core/api/ledger-row.ts';
import type { ConversationEvent, DurableEvent } from '#lib/core/vocabulary/events.ts';

/** A message that a client sent, again and again under the same ID, until it was accepted or the round was over. */
export interface SentMessage {
  conversationId: string;
  clientMessageId: string;
  text: string;
  /** It was sent after the faults. */
  isLast: boolean;
  /** Each time it was accepted; never: it may be in the log or not. */
  accepted: { messageId: string; runId: string }[];
}

/** What one viewer of a conversation received, over all its connections. */
export interface Viewing {
  conversationId: string;
  events: ConversationEvent[];
  connections: number;
}

/** An answer that the model server has sent whole, with what it reported. */
export interface ModelAnswer {
  /** The message that it answers. */
  clientMessageId: string;
  /** Unique among all answers. */
  outputTokens: number;
  /** `null`: it asked for a tool. */
  text: string | null;
}

export interface ReadArtifact {
  artifactId: string;
  status: number;
  text: string;
  /** `null`: not known beforehand. */
  expected: string | null;
  /** As its result says. */
  byteLength: number | null;
}

/** All that clients, viewers, the model server and the servers themselves say of one round, once everything is quiet again. */
export interface History {
  sent: SentMessage[];
  /** By conversation. */
  logs: ReadonlyMap<string, DurableEvent[]>;
  viewings: Viewing[];
  answers: ModelAnswer[];
  /** By the message that each request to the model server was about, whole or not. */
  requests: string[];
  ledger: StepRow[];
  artifacts: ReadArtifact[];
  /** Commands of the round that still run. */
  processes: string[];
  /** Requests that a running server did not answer, and servers that did not end when asked to. */
  hangs: string[];
  /** Answers to somebody who is no member, that were not refusals. */
  leaks: string[];
  /** The faults of the round leave every run alone. */
  endsNoRun: boolean;
}
