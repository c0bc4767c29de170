import { z } from 'zod';
import type { ArtifactMetadata } from '../core/artifact.ts';
import type { AuditEntry, AuditFilter, NewAuditEntry } from '../core/audit.ts';
import type { Conversation } from '../core/conversation.ts';
import type { DurableEvent, EphemeralEvent, NewEvent } from '../core/events.ts';
import type { LedgerEntry } from '../core/ledger.ts';
import type { Invite, MemberRecord, Session } from '../core/member.ts';
import type { Problem } from '../core/problem.ts';
import type { Share } from '../core/share.ts';
import type { DaySums, SumGrouping } from '../core/sums.ts';
import type { ChosenSettings } from '../core/team-settings.ts';
import { terminalActionSchema } from '../core/terminal-action.ts';
import type { ViewFact } from '../core/view-fact.ts';
import type { WideningEvent } from '../core/widening-event.ts';
import type { WorkspaceRecord } from '../core/workspace-record.ts';

/**
 * The doors to data. Two implementations (SQLite, Redis) are held to one contract suite, expiry included.
 * Every method rejects with VitrineError `storage_unavailable` when the store does not answer.
 */
export interface Stores {
  conversations: ConversationStore;
  events: EventStore;
  artifacts: ArtifactStore;
  shares: ShareStore;
  ledger: LedgerStore;
  leases: LeaseStore;
  members: MemberStore;
  sessions: SessionStore;
  invites: InviteStore;
  once: OnceStore;
  rates: RateStore;
  audit: AuditStore;
  pins: PinStore;
  unread: UnreadStore;
  settings: SettingsStore;
  widenings: WideningStore;
  secrets: SecretStore;
  workspaces: WorkspaceStore;
  /** Why the store cannot be used at the moment; `null` when it takes what is written, which is tried once a second at most. */
  health(): Promise<string | null>;
  /** Deletes what has expired. Expiry is checked on reading too: this only tidies. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/** What the processes of an installation know, and nobody else. */
export interface SecretStore {
  /** The secret of that name; `fresh` becomes it where there is none yet, and is so for all who ask. */
  get(name: string, fresh: string): Promise<string>;
}

export interface ConversationStore {
  create(conversation: Conversation): Promise<void>;
  get(id: string): Promise<Conversation | null>;
  /** Latest change first. */
  list(): Promise<Conversation[]>;
  /** `false`: there is none. */
  update(
    id: string,
    change: Partial<Pick<Conversation, 'title' | 'audience' | 'archivedAt' | 'updatedAt' | 'worktree'>>,
  ): Promise<boolean>;
  /** With its events, artifacts and lease. Shares (frozen copies) and the ledger stay. */
  delete(id: string): Promise<void>;
  /** Sets a mark of the installation, once: `true` for the first caller ever. */
  claimOnce(mark: string): Promise<boolean>;
}

export interface AppendOptions {
  /** Appends nothing unless this token holds the conversation's lease: a process that lost it cannot write. */
  leaseToken?: string;
  /** Appends only the first time this key is used in the conversation. */
  onceKey?: string;
  /**
   * Of the lease's holder, who appends one thing after another: where an append under this key was the last one, and its answer was
   * lost, nothing is appended and it is answered again.
   */
  attempt?: string;
  /** Drops the live buffer in the same step: these events say all that it said. */
  dropsLive?: boolean;
}

export type AppendResult =
  | { status: 'appended'; events: DurableEvent[] }
  /** The once-key was used before; the first event that was appended under it. */
  | { status: 'repeated'; event: DurableEvent }
  | { status: 'lease_lost' };

export interface EventPosition {
  /** ID of the last durable event seen; `null`: none. */
  durable: string | null;
  /** Opaque place in the live buffer; `null`: its start. */
  live: string | null;
}

export interface EventBatch {
  durable: DurableEvent[];
  live: EphemeralEvent[];
  position: EventPosition;
  /** More durable events are there than the limit let through; `live` is empty then. */
  hasMore: boolean;
}

export interface EventStore {
  append(conversationId: string, events: NewEvent[], options?: AppendOptions): Promise<AppendResult>;
  /**
   * Live feedback: bounded, lost after an hour, dropped when durable events take its place. `replacesLive`: these events say
   * all that the buffer says until now, and take its place in the same step.
   */
  appendLive(
    conversationId: string,
    events: EphemeralEvent[],
    options?: { replacesLive?: boolean },
  ): Promise<void>;
  /**
   * What came after a position, durable and live read in one step. An ID that is no event of this conversation
   * reads from the beginning.
   */
  read(conversationId: string, after: EventPosition, limit: number): Promise<EventBatch>;
  /**
   * Calls back after every append, from any process, and where one may have been missed: a listener reads on from its
   * position, and must not throw. Returns how to stop.
   */
  subscribe(conversationId: string, onAppend: () => void): () => void;
}

/** What is stored of an artifact besides its bytes; stays as long as its conversation. */
export interface ArtifactRecord {
  metadata: ArtifactMetadata;
  /** The exact text the model read; `null` of a copy that is not to show it. */
  assistantView: string | null;
  /** What summarizers found in the result, by rank; empty where the view was no choice of facts. */
  viewFacts: readonly ViewFact[];
  /** What went wrong in a command that failed, as summarizers found it, whatever the model was sent. */
  problems: readonly Problem[];
}

/** How an artifact comes into being: chunks, then one `complete`. Calls are awaited one after another. */
export interface ArtifactWriter {
  /** Chunks of any size. Bytes past the artifact limit are counted and dropped. */
  write(chunk: Uint8Array): Promise<void>;
  /**
   * Lets readers see what was written so far: bytes, line index and metadata agree with each other, its state stays
   * `writing`, and what a reader has seen does not change, but for a last line that goes on.
   */
  publish(
    known: Pick<ArtifactMetadata, 'stderrLines'> & Partial<Pick<ArtifactMetadata, 'form'>>,
  ): Promise<ArtifactProgress>;
  /** Seals it: hash, counts, expiry and what is known at the end are set, and it can be read whole. */
  complete(expiresAt: string | null, ending?: ArtifactEnding): Promise<ArtifactMetadata>;
  /** Removes what was written. */
  abort(): Promise<void>;
}

/** How far a growing artifact has come. `lineCount` is `null` where it is not text. */
export type ArtifactProgress = Pick<ArtifactMetadata, 'byteLength' | 'lineCount'>;

/** What is known of a command's output only at its end. */
export type ArtifactEnding = Partial<
  Pick<ArtifactMetadata, 'exitCode' | 'durationMs' | 'stderrLines' | 'form'>
>;

/** What a writer is told at the start; the rest of the metadata it finds out. */
export type NewArtifact = Omit<
  ArtifactMetadata,
  'byteLength' | 'droppedBytes' | 'lineCount' | 'sha256' | 'state' | 'expiresAt'
>;

export interface ArtifactStore {
  create(artifact: NewArtifact): Promise<ArtifactWriter>;
  /** Milliseconds by the store's clock, by which expiries are set and judged: the same for all processes. */
  readClock(): Promise<number>;
  /**
   * The record, with `state: expired` once its time is over, or its bytes were evicted (`isEvicted`): all artifacts together have a
   * budget of bytes, and where it is spent the oldest end that nobody kept or shared. `null`: there never was one.
   */
  get(id: string): Promise<ArtifactRecord | null>;
  /** Written once, after the bytes, with what it was chosen from. */
  setAssistantView(id: string, text: string, facts: readonly ViewFact[]): Promise<void>;
  /** Written once, after the bytes. */
  setProblems(id: string, problems: readonly Problem[]): Promise<void>;
  /**
   * Moves the expiry of a complete artifact that lives, with nothing in between: `decide` gets the present one (`null`: kept until
   * removed) and may be called again where somebody else moves it at once. Returns the metadata as they are then. `null`:
   * expired, never there, or still written.
   */
  moveExpiry(
    id: string,
    decide: (expiresAt: string | null) => string | null,
  ): Promise<ArtifactMetadata | null>;
  /**
   * SHA-256 of a complete artifact's bytes as they are stored now, hex: past any cache, a few at a time. `null`: they are
   * not there.
   */
  hashBytes(id: string): Promise<string | null>;
  /** Stored bytes [start, end), clamped. `null`: expired or never there. */
  readBytes(id: string, start: number, end: number): Promise<Uint8Array | null>;
  /** The line index as its writer last published it. `null`: expired, never there, or not text. */
  readIndex(id: string): Promise<Uint8Array | null>;
  delete(id: string): Promise<void>;
}

/** A share as stored: the frozen copy is an artifact under the share's own ID. */
export interface ShareStore {
  create(share: Share, tokenHash: string): Promise<void>;
  /** Those that have not ended, latest first. */
  list(): Promise<Share[]>;
  get(id: string): Promise<Share | null>;
  findByTokenHash(tokenHash: string): Promise<Share | null>;
  /**
   * Counts a view, unless it would be one more than `maxViews`: of any number at once, no more than that get through.
   * `false`: it was not counted, or there is no such share.
   */
  recordView(id: string, viewedAt: string): Promise<boolean>;
  /** Revokes it, with its copy. `false`: there was none. */
  delete(id: string): Promise<boolean>;
}

export interface LedgerStore {
  /** Idempotent: `false` when this entry's ID is already there. Adds to the sums of its day in the same step. */
  record(entry: LedgerEntry): Promise<boolean>;
  get(id: string): Promise<LedgerEntry | null>;
  /** Entries with from <= timestamp < to, oldest first. */
  list(from: string, to: string): Promise<LedgerEntry[]>;
  /**
   * What the entries of each day add up to, by day: derived, and made anew where an earlier version made none.
   * @param from the first day, `2026-11-22`
   * @param to the day after the last
   * @param key of one group alone
   */
  sums(groupBy: SumGrouping, from: string, to: string, key?: string): Promise<DaySums[]>;
}

/** What the process that works on a conversation can be asked. */
export const holderRequestSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('abort'), runId: z.string() }),
  z.object({
    kind: z.literal('terminal'),
    toolCallId: z.string(),
    member: z.object({ id: z.string(), name: z.string() }),
    action: terminalActionSchema,
  }),
]);
export type HolderRequest = z.infer<typeof holderRequestSchema>;

export interface LeaseStore {
  /** Takes the conversation's lease unless somebody holds it. */
  acquire(conversationId: string, token: string, ttlMs: number): Promise<boolean>;
  /**
   * Gives it more time, also where its time was over and nobody else has had it since: a process that slept, or could not reach
   * the store, goes on. `false`: it is no longer this token's.
   */
  renew(conversationId: string, token: string, ttlMs: number): Promise<boolean>;
  release(conversationId: string, token: string): Promise<void>;
  /** Conversations that have a message to answer, whether a process works on them or not. */
  listPending(): Promise<string[]>;
  setPending(conversationId: string, isPending: boolean): Promise<void>;
  /** Asks something of whichever process holds the conversation's lease. Not kept: who does not listen misses it. */
  ask(conversationId: string, request: HolderRequest): Promise<void>;
  /** Hears what was asked anywhere, by this process too. The listener must not throw. Returns how to stop. */
  onAsked(listener: (conversationId: string, request: HolderRequest) => void): () => void;
}

export interface MemberStore {
  /** Everybody who ever was one, by when they came. */
  list(): Promise<MemberRecord[]>;
  get(id: string): Promise<MemberRecord | null>;
  /**
   * Changes members with nothing in between: `decide` gets all of them and returns those that are new or changed. It may be
   * called again where somebody else changed one at once, and may throw to change nothing. Returns what it returned last.
   */
  change(decide: (members: readonly MemberRecord[]) => MemberRecord[]): Promise<MemberRecord[]>;
  /** They were here. Nothing happens where there is no such member. */
  see(id: string, at: string): Promise<void>;
}

/** Sessions are found by the hash of their token alone; one that has ended is not found. */
export interface SessionStore {
  /** @param endsAt ISO 8601; moved on by `see` */
  create(session: Session, tokenHash: string, endsAt: string): Promise<void>;
  find(tokenHash: string): Promise<Session | null>;
  /** It was used. `false`: it has ended. */
  see(tokenHash: string, at: string, endsAt: string): Promise<boolean>;
  /** Latest use first. */
  listOf(memberId: string): Promise<Session[]>;
  /** Ends one at once. `false`: the member has no such session. */
  delete(memberId: string, id: string): Promise<boolean>;
  /** Ends all of a member. */
  deleteOf(memberId: string): Promise<void>;
}

export interface InviteStore {
  create(invite: Invite, tokenHash: string): Promise<void>;
  /** Those that are open, latest first. */
  list(): Promise<Invite[]>;
  find(tokenHash: string): Promise<Invite | null>;
  /** Uses it up: of any number who ask at once, one gets it. `null`: used, expired, revoked, never there. */
  take(tokenHash: string): Promise<Invite | null>;
  /** Revokes it. `false`: there was none. */
  delete(id: string): Promise<boolean>;
}

/** Small secrets that are good for one use within a time. */
export interface OnceStore {
  put(key: string, value: string, ttlMs: number): Promise<void>;
  /** `null`: taken, over, never there. */
  take(key: string): Promise<string | null>;
}

export interface RateStore {
  /** Counts one more under a key, in the window that began with its first. Returns the count, and when the window ends. */
  hit(key: string, windowMs: number): Promise<{ count: number; endsInMs: number }>;
}

/** Conversations that a member wants first in their list. They go with the conversation. */
export interface PinStore {
  /** IDs of conversations, in no order. */
  listOf(memberId: string): Promise<string[]>;
  set(memberId: string, conversationId: string, isPinned: boolean): Promise<void>;
}

/**
 * What came in conversations that people want to know of, and how far each member has read. It goes with the conversation. Places
 * are IDs of durable events; what can be none is no place.
 */
export interface UnreadStore {
  /** This came, and these members are named in it. Told late, it does not hide what came after it. */
  note(
    conversationId: string,
    news: { eventId: string; timestamp: string },
    mentionedIds: readonly string[],
  ): Promise<void>;
  /** They have read up to this event; never goes back. */
  markRead(memberId: string, conversationId: string, eventId: string): Promise<void>;
  /** How far they have read; `null`: nothing. */
  readTo(memberId: string, conversationId: string): Promise<string | null>;
  /** Where something came after what they have read; where they have read nothing, after `since` (ISO 8601). In no order. */
  listOf(memberId: string, since: string): Promise<{ conversationId: string; isMentioned: boolean }[]>;
}

/** Who did what to whom: written once, never changed; the oldest go beyond `limits.auditEntries`. */
export interface AuditStore {
  append(entry: NewAuditEntry): Promise<void>;
  /** Latest first, those before the entry with ID `before` (`null`: from the latest on). */
  list(filter: AuditFilter, before: string | null, limit: number): Promise<AuditEntry[]>;
}

/** What admins decided for the team. */
export interface SettingsStore {
  /** Without what nobody decided yet. */
  get(): Promise<ChosenSettings>;
  change(change: ChosenSettings): Promise<void>;
}

/** What became of the budgets of views: written once, never changed, and never so many that all are too much to read. */
export interface WideningStore {
  /** By their numbers. */
  list(): Promise<WideningEvent[]>;
  /** `false`: there is one of that number; of any number at once, one gets it. */
  append(event: WideningEvent): Promise<boolean>;
}

/** Workspaces that admins added, by their names. */
export interface WorkspaceStore {
  /** By when they were added. */
  list(): Promise<WorkspaceRecord[]>;
  /** `false`: there is one of that name; of any number at once, one gets it. */
  add(record: WorkspaceRecord): Promise<boolean>;
  /**
   * Writes down how a clone ended. `false`: there is no such workspace any more, or its name is of another by now; nothing comes
   * of it.
   */
  finish(
    clone: Pick<WorkspaceRecord, 'name' | 'path'>,
    end: Pick<WorkspaceRecord, 'state' | 'failure'>,
  ): Promise<boolean>;
  /** `false`: there was none. */
  remove(name: string): Promise<boolean>;
}
