import { z } from 'zod';
import type { ArtifactMetadata } from '../core/vocabulary/artifact.ts';
import type { BackupCounts } from '../core/vocabulary/backup.ts';
import type { Conversation } from '../core/vocabulary/conversation.ts';
import type { DurableEvent, EphemeralEvent, NewEvent } from '../core/vocabulary/events.ts';
import type { LedgerEntry } from '../core/vocabulary/ledger/ledger.ts';
import type { DaySums, SumGrouping } from '../core/vocabulary/ledger/sums.ts';
import type { WideningEvent } from '../core/vocabulary/ledger/widening-event.ts';
import type { Delivery } from '../core/vocabulary/notifications/delivery.ts';
import type { PushSubscription } from '../core/vocabulary/notifications/push-subscription.ts';
import type { Problem } from '../core/vocabulary/problem.ts';
import type { Picture } from '../core/vocabulary/profile/picture.ts';
import type { StoredPreferences } from '../core/vocabulary/profile/preferences.ts';
import type { PromptView } from '../core/vocabulary/prompts/prompt.ts';
import type { KnownRunner, RunnerRecord } from '../core/vocabulary/runner-record.ts';
import type { SearchDocument } from '../core/vocabulary/search/search-document.ts';
import type { SearchConditions } from '../core/vocabulary/search/search-terms.ts';
import type { Share } from '../core/vocabulary/share.ts';
import type { StorageUsage } from '../core/vocabulary/storage-usage.ts';
import type { ApiToken } from '../core/vocabulary/team/api-token.ts';
import type { AuditEntry, AuditFilter, NewAuditEntry } from '../core/vocabulary/team/audit.ts';
import type { Invite, MemberRecord, Session } from '../core/vocabulary/team/member.ts';
import type { ChosenSettings } from '../core/vocabulary/team/team-settings.ts';
import { terminalActionSchema } from '../core/vocabulary/terminal-action.ts';
import { elicitationAnswerSchema } from '../core/vocabulary/tools/elicitation.ts';
import type { SeenDefinition } from '../core/vocabulary/tools/tool-definition.ts';
import type { ViewFact } from '../core/vocabulary/view-fact.ts';
import type { WorkspaceRecord } from '../core/vocabulary/workspace-record.ts';
import type { StoredMention } from './stored-mention.ts';

/**
 * The interfaces to all stored data. Both implementations (SQLite, Redis) pass one contract suite, expiry
 * included. Every method rejects with VitrineError `storage_unavailable` when the store does not answer.
 */
export interface Stores {
  conversations: ConversationStore;
  events: EventStore;
  artifacts: ArtifactStore;
  shares: ShareStore;
  ledger: LedgerStore;
  leases: LeaseStore;
  members: MemberStore;
  memberNames: MemberNameStore;
  sessions: TokenRecordStore<Session>;
  apiTokens: TokenRecordStore<ApiToken>;
  invites: InviteStore;
  once: OnceStore;
  rates: RateStore;
  audit: AuditStore;
  pins: PinStore;
  unread: UnreadStore;
  listChanges: ListChangeStore;
  settings: SettingsStore;
  widenings: WideningStore;
  toolDefinitions: ToolDefinitionStore;
  secrets: SecretStore;
  /** To the webhook. */
  deliveries: DeliveryStore;
  /** To browsers: a queue of its own, so that neither waits for the other. */
  pushDeliveries: DeliveryStore;
  prompts: PromptStore;
  preferences: PreferenceStore;
  pictures: PictureStore;
  pushSubscriptions: PushSubscriptionStore;
  credentials: CredentialStore;
  workspaces: WorkspaceStore;
  runners: RunnerStore;
  search: SearchStore;
  pageFiles: PageFileStore;
  bulk: BulkStore;
  /**
   * Why the store cannot be used at the moment; `null` when it accepts writes, which is tested at most once a
   * second.
   */
  health(): Promise<string | null>;
  /**
   * What an operator should know of it.
   * @throws if it cannot be reached
   */
  describe(): Promise<StoreFacts>;
  /** Deletes expired data. Reads check expiry too, so this only reclaims space. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

export interface StoreFacts {
  /** Its product and version. */
  version: string;
  /** `null`: it is not Redis. */
  redis: {
    /** What it evicts when it is full; `null`: it does not say. */
    policy: string | null;
    /** Whether it writes to disk; `null`: it does not say. */
    isPersistent: boolean | null;
    usedBytes: number;
    /** `null`: no limit. */
    maxBytes: number | null;
    /** How far its clock is ahead of ours. */
    clockOffsetMs: number;
  } | null;
}

/** Secrets that the processes of an installation share. */
export interface SecretStore {
  /**
   * Returns the secret of that name. If there is none yet, `fresh` becomes it, atomically for all callers.
   */
  get(name: string, fresh: string): Promise<string>;
}

/** What members sign in with elsewhere. It is sealed before it comes here. */
export interface CredentialStore {
  /** `null`: there is none. */
  get(memberId: string, name: string): Promise<string | null>;
  put(memberId: string, name: string, sealed: string): Promise<void>;
  /** Returns `false` if there was none. */
  delete(memberId: string, name: string): Promise<boolean>;
  /** Deletes all of a member. */
  deleteOf(memberId: string): Promise<void>;
}

export interface ConversationStore {
  create(conversation: Conversation): Promise<void>;
  get(id: string): Promise<Conversation | null>;
  /** Most recently changed first. */
  list(): Promise<Conversation[]>;
  /** Returns `false` if it does not exist. */
  update(
    id: string,
    change: Partial<
      Pick<
        Conversation,
        'title' | 'audience' | 'archivedAt' | 'waiting' | 'updatedAt' | 'worktree' | 'pushed'
      >
    >,
  ): Promise<boolean>;
  /** Deletes it with its events, artifacts and lease. Shares (frozen copies) and the ledger stay. */
  delete(id: string): Promise<void>;
  /** Sets a mark of the installation; resolves to `true` only for the first caller ever. */
  claimOnce(mark: string): Promise<boolean>;
}

export interface AppendOptions {
  /** Appends nothing unless this token holds the conversation's lease: a process that lost it cannot write. */
  leaseToken?: string;
  /** Appends only the first time this key is used in the conversation. */
  onceKey?: string;
  /**
   * Makes retries of a lease's holder idempotent: if the last append had this key and its reply was lost,
   * nothing is appended and the same result is returned.
   */
  attempt?: string;
  /** Drops the live buffer in the same step: these events contain everything that it did. */
  dropsLive?: boolean;
  /** They happened in another conversation: nobody is notified again. */
  isCopy?: boolean;
}

export type AppendResult =
  | { status: 'appended'; events: DurableEvent[] }
  /** The once-key was used before; `event` is the first one appended under it. */
  | { status: 'repeated'; event: DurableEvent }
  | { status: 'lease_lost' };

export interface EventPosition {
  /** ID of the last durable event seen; `null`: none. */
  durable: string | null;
  /** Opaque position in the live buffer; `null`: its start. */
  live: string | null;
}

export interface EventBatch {
  durable: DurableEvent[];
  live: EphemeralEvent[];
  position: EventPosition;
  /** There are more durable events than the limit; `live` is then empty. */
  hasMore: boolean;
}

/** `words`: nothing but words of an answer, which the next ones, or its message, have as well. */
export type Appended = 'words' | 'anything';

export interface EventStore {
  append(conversationId: string, events: NewEvent[], options?: AppendOptions): Promise<AppendResult>;
  /**
   * Appends live feedback: bounded, lost after an hour, dropped when durable events replace it.
   * `replacesLive`: these events contain everything the buffer does until now, and replace it in the same
   * step.
   */
  appendLive(
    conversationId: string,
    events: EphemeralEvent[],
    options?: { replacesLive?: boolean },
  ): Promise<void>;
  /**
   * The events after a position, durable and live read in one step. An ID that is not an event of this
   * conversation reads from the start.
   * @param options.mayLag as of the last call of a subscriber here: what was appended a moment ago may be missing, and is
   * in a read after the next call
   */
  read(
    conversationId: string,
    after: EventPosition,
    limit: number,
    options?: { mayLag?: boolean },
  ): Promise<EventBatch>;
  /** The same, without the live buffer. */
  readDurable(
    conversationId: string,
    after: string | null,
    limit: number,
  ): Promise<Pick<EventBatch, 'durable' | 'hasMore'>>;
  /**
   * Calls back after every append by any process, and whenever one may have been missed: a listener reads on
   * from its position, and must not throw. Returns a function that stops it.
   */
  subscribe(conversationId: string, onAppend: (appended: Appended) => void): () => void;
}

/** What is stored of an artifact besides its bytes; it stays as long as its conversation. */
export interface ArtifactRecord {
  metadata: ArtifactMetadata;
  /** The exact text the model read; `null` for a copy that must not show it. */
  assistantView: string | null;
  /**
   * The ranked facts summarizers extracted from the result; empty if the view was not a selection of facts.
   */
  viewFacts: readonly ViewFact[];
  /** Its bytes are not evicted: somebody keeps it, or it never expires. */
  isKept: boolean;
  /** Problems of a failed command, as summarizers extracted them, independent of what the model was sent. */
  problems: readonly Problem[];
}

/** Writes an artifact: chunks, then one `complete`. Each call is awaited before the next. */
export interface ArtifactWriter {
  /** Chunks of any size. Bytes past the artifact limit are counted and dropped. */
  write(chunk: Uint8Array): Promise<void>;
  /**
   * Makes what was written so far readable. Bytes, line index and metadata agree with each other, the state
   * stays `writing`, and text that a reader has seen does not change, except for an unfinished last line.
   */
  publish(
    known: Pick<ArtifactMetadata, 'stderrLines'> & Partial<Pick<ArtifactMetadata, 'form'>>,
  ): Promise<ArtifactProgress>;
  /**
   * Seals the artifact: sets hash, counts, expiry and everything known at the end, and makes it readable as a
   * whole.
   */
  complete(expiresAt: string | null, ending?: ArtifactEnding): Promise<ArtifactMetadata>;
  /** Removes what was written. */
  abort(): Promise<void>;
}

/** The size of a growing artifact so far. `lineCount` is `null` if it is not text. */
export type ArtifactProgress = Pick<ArtifactMetadata, 'byteLength' | 'lineCount'>;

/**
 * Facts that are known only at the end: how a command ended, the form of what it printed, and whether an image
 * can be shown, or is no more than bytes.
 */
export type ArtifactEnding = Partial<
  Pick<
    ArtifactMetadata,
    'exitCode' | 'durationMs' | 'stderrLines' | 'form' | 'type' | 'mimeType' | 'dimensions'
  >
>;

/** The metadata a writer gets at the start; it determines the rest. */
export type NewArtifact = Omit<
  ArtifactMetadata,
  'byteLength' | 'droppedBytes' | 'lineCount' | 'sha256' | 'state' | 'expiresAt'
>;

/** @param expiresAt ISO 8601; `null`: never */
type DecideExpiry = (expiresAt: string | null) => string | null;

export interface ArtifactStore {
  create(artifact: NewArtifact): Promise<ArtifactWriter>;
  /** Milliseconds by the store's clock, which all processes use to set and compare expiries. */
  readClock(): Promise<number>;
  /**
   * The record, with `state: expired` once its time is over, or once its bytes were evicted (`isEvicted`):
   * all artifacts together have a byte budget, and when it is exceeded the oldest that nobody kept or shared
   * are evicted. `null`: it never existed.
   */
  get(id: string): Promise<ArtifactRecord | null>;
  /** Written once, after the bytes, with the facts it was selected from. */
  setAssistantView(id: string, text: string, facts: readonly ViewFact[]): Promise<void>;
  /** Written once, after the bytes. */
  setProblems(id: string, problems: readonly Problem[]): Promise<void>;
  /**
   * Keeps a live, complete artifact: its bytes are not evicted. Changes its expiry atomically: `decide` gets the
   * present one (`null`: kept until removed) and may be called again on a concurrent change. Returns the
   * resulting metadata. `null`: expired, never existed, or still being written.
   */
  keep(id: string, decide: DecideExpiry): Promise<ArtifactMetadata | null>;
  /** The same, but nobody keeps it any more: its bytes may be evicted. */
  release(id: string, decide: DecideExpiry): Promise<ArtifactMetadata | null>;
  /**
   * Lets a live, complete artifact expire later, without keeping it: to make room it can still be evicted.
   * Atomic. `null`: it expires later already or never, is gone, or is still being written.
   */
  renew(id: string, expiresAt: string): Promise<ArtifactMetadata | null>;
  /**
   * Moves a complete artifact that belongs to no conversation into one, where it stays as long as that;
   * atomically: of several callers one succeeds. `null`: expired, never existed, still being written, or it
   * belongs to a conversation.
   */
  adopt(
    id: string,
    owner: Pick<ArtifactMetadata, 'conversationId' | 'runId'>,
  ): Promise<ArtifactMetadata | null>;
  /**
   * SHA-256 (hex) of a complete artifact's bytes as they are stored now, bypassing any cache, a few at a
   * time. `null`: the bytes do not exist.
   */
  hashBytes(id: string): Promise<string | null>;
  /** Stored bytes [start, end), clamped. `null`: expired or never existed. */
  readBytes(id: string, start: number, end: number): Promise<Uint8Array | null>;
  /** The line index as its writer last published it. `null`: expired, never existed, or not text. */
  readIndex(id: string): Promise<Uint8Array | null>;
  delete(id: string): Promise<void>;
  readUsage(): Promise<StorageUsage>;
}

/** Shares. The frozen copy of a share is an artifact under the share's ID. */
export interface ShareStore {
  create(share: Share, tokenHash: string): Promise<void>;
  /** Shares that have not expired, latest first. */
  list(): Promise<Share[]>;
  get(id: string): Promise<Share | null>;
  findByTokenHash(tokenHash: string): Promise<Share | null>;
  /**
   * Counts a view, unless it would exceed `maxViews`, also for concurrent calls. Returns `false` if it was
   * not counted, or there is no such share.
   */
  recordView(id: string, viewedAt: string): Promise<boolean>;
  /** Revokes a share and deletes its copy. Returns `false` if there was none. */
  delete(id: string): Promise<boolean>;
}

export interface LedgerStore {
  /**
   * Idempotent: `false` when this entry's ID already exists. Adds to the sums of its day in the same step.
   */
  record(entry: LedgerEntry): Promise<boolean>;
  get(id: string): Promise<LedgerEntry | null>;
  /** Entries with from <= timestamp < to, oldest first. */
  list(from: string, to: string): Promise<LedgerEntry[]>;
  /**
   * The sums of each day's entries, by day. They are derived data, rebuilt if an earlier version stored none.
   * @param from the first day, `2026-11-22`
   * @param to the day after the last
   * @param key limits the sums to one group
   */
  sums(groupBy: SumGrouping, from: string, to: string, key?: string): Promise<DaySums[]>;
}

/** Requests to the process that works on a conversation. */
export const holderRequestSchema = z.discriminatedUnion('kind', [
  /** There is work, for whoever has the files of the conversation. */
  z.object({ kind: z.literal('work') }),
  /** It was deleted: whoever has its worktree removes that. */
  z.object({ kind: z.literal('removed') }),
  z.object({ kind: z.literal('abort'), runId: z.string() }),
  z.object({ kind: z.literal('stop_sub_agent'), subagentId: z.string() }),
  z.object({ kind: z.literal('stop_client_calls') }),
  z.object({
    kind: z.literal('terminal'),
    toolCallId: z.string(),
    member: z.object({ id: z.string(), name: z.string() }),
    action: terminalActionSchema,
  }),
  z.object({ kind: z.literal('elicitation'), toolCallId: z.string(), answer: elicitationAnswerSchema }),
]);
export type HolderRequest = z.infer<typeof holderRequestSchema>;

export interface LeaseStore {
  /** Acquires the conversation's lease unless somebody else has it. */
  acquire(conversationId: string, token: string, ttlMs: number): Promise<boolean>;
  /**
   * Extends the lease, even after it expired, as long as nobody else has had it since: a process that slept,
   * or could not reach the store, goes on. Returns `false` if the lease is no longer this token's.
   */
  renew(conversationId: string, token: string, ttlMs: number): Promise<boolean>;
  release(conversationId: string, token: string): Promise<void>;
  /** Conversations with an unanswered message, or with calls of clients, whether a process works on them or not. */
  listPending(): Promise<string[]>;
  setPending(conversationId: string, isPending: boolean): Promise<void>;
  /**
   * Sends a request to whichever process has the conversation's lease. It is not stored: a process that is
   * not listening misses it.
   */
  ask(conversationId: string, request: HolderRequest): Promise<void>;
  /**
   * Receives requests sent by any process, including this one. The listener must not throw. Returns a
   * function that stops it.
   */
  onAsked(listener: (conversationId: string, request: HolderRequest) => void): () => void;
}

export interface MemberStore {
  /** Everybody who ever was a member, by when they joined. */
  list(): Promise<MemberRecord[]>;
  get(id: string): Promise<MemberRecord | null>;
  /**
   * Changes members atomically: `decide` gets all of them and returns those that are new or changed. It may
   * be called again on a concurrent change, and may throw to change nothing. Returns what `decide` returned
   * last.
   */
  change(decide: (members: readonly MemberRecord[]) => MemberRecord[]): Promise<MemberRecord[]>;
  /** Records when a member was last seen. Does nothing for an unknown member. */
  see(id: string, at: string): Promise<void>;
}

export interface MemberNameStore {
  /**
   * Replaces the name of a member wherever it is stored beside their ID: in events, records, settings, the ledger and its
   * sums, and mentions. The audit log is never changed. What is written meanwhile under the old name stays, so the member must have no access.
   * @param formerNames by which mentions are theirs that an earlier version noted without an ID
   */
  replace(memberId: string, name: string, formerNames: readonly string[]): Promise<void>;
}

/** What is found by a secret token. */
export interface TokenRecord {
  id: string;
  memberId: string;
  /** `null`: never used. */
  lastSeenAt: string | null;
}

/** Sessions, or API tokens: found only by the hash of their token; an expired one is not found. */
export interface TokenRecordStore<T extends TokenRecord> {
  /** @param endsAt ISO 8601; `see` may extend it */
  create(record: T, tokenHash: string, endsAt: string): Promise<void>;
  find(tokenHash: string): Promise<T | null>;
  /** Records a use. Returns `false` if it has ended. */
  see(tokenHash: string, at: string, endsAt: string): Promise<boolean>;
  /** Most recently used first, those never used last. */
  listOf(memberId: string): Promise<T[]>;
  /** Ends one at once. Returns `false` if the member has none with that ID. */
  delete(memberId: string, id: string): Promise<boolean>;
  /** Ends all of a member. */
  deleteOf(memberId: string): Promise<void>;
}

export interface InviteStore {
  create(invite: Invite, tokenHash: string): Promise<void>;
  /** Open invites, latest first. */
  list(): Promise<Invite[]>;
  find(tokenHash: string): Promise<Invite | null>;
  /**
   * Uses an invite up; of concurrent callers only one gets it. `null`: used, expired, revoked, or never
   * existed.
   */
  take(tokenHash: string): Promise<Invite | null>;
  /** Revokes an invite. Returns `false` if there was none. */
  delete(id: string): Promise<boolean>;
}

/** Small secrets that can be used once, before they expire. */
export interface OnceStore {
  put(key: string, value: string, ttlMs: number): Promise<void>;
  /** `null`: used, expired, or never existed. */
  take(key: string): Promise<string | null>;
}

export interface RateStore {
  /**
   * Counts a hit under a key, in the window that started with its first one. Returns the count, and when the
   * window ends.
   */
  hit(key: string, windowMs: number): Promise<{ count: number; endsInMs: number }>;
}

/** Conversations that a member pinned to the top of their list. Pins are deleted with the conversation. */
export interface PinStore {
  /** IDs of conversations, unordered. */
  listOf(memberId: string): Promise<string[]>;
  set(memberId: string, conversationId: string, isPinned: boolean): Promise<void>;
}

/**
 * The latest noteworthy event of each conversation, and how far each member has read; deleted with the
 * conversation. Positions are IDs of durable events; anything that cannot be such an ID is ignored.
 */
export interface UnreadStore {
  /**
   * Records a noteworthy event and the members it mentions. A late call does not hide a later event.
   * @param news `by`: its author
   */
  note(
    conversationId: string,
    news: { eventId: string; timestamp: string; by?: StoredMention['by'] },
    mentionedIds: readonly string[],
  ): Promise<void>;
  /** Records that the member has read up to this event; the position never moves back. */
  markRead(memberId: string, conversationId: string, eventId: string): Promise<void>;
  /** How far the member has read; `null`: nothing. */
  readTo(memberId: string, conversationId: string): Promise<string | null>;
  /** How far each member has read who has read anything. Unordered. */
  readersOf(conversationId: string): Promise<{ memberId: string; eventId: string }[]>;
  /**
   * Conversations with something newer than the member has read; if they have read nothing, newer than
   * `since` (ISO 8601). Unordered.
   */
  listOf(memberId: string, since: string): Promise<UnreadConversation[]>;
  /** Everything that is stored of a member, read or not. Unordered. */
  recordsOf(memberId: string): Promise<UnreadRecords>;
  /** Deletes how far a member has read everywhere, and the mentions of them. It may be repeated after an interruption. */
  deleteOf(memberId: string): Promise<void>;
}

export interface UnreadRecords {
  /** How far they have read, in each conversation in which they have read anything. */
  reads: { conversationId: string; eventId: string }[];
  /** Where they were last mentioned, in each conversation in which they were. */
  mentions: ({ conversationId: string; eventId: string } & Pick<UnreadConversation, 'mention'>)[];
}

export interface UnreadConversation {
  conversationId: string;
  /** Number of noteworthy events, at least 1; it counts no further than `limits.countedUnread`. */
  count: number;
  isMentioned: boolean;
  /** Of the latest mention that is unread; absent where an earlier version has noted it. */
  mention?: StoredMention;
}

/** Announces to all processes that lists of conversations have changed. Nothing of it is stored. */
export interface ListChangeStore {
  /** @param memberId whose list has changed; `null`: everybody's */
  announce(memberId: string | null): Promise<void>;
  /**
   * Receives what any process announces, this one included, and `null` when something may have been missed. The
   * listener must not throw. Returns a function that stops it.
   */
  onAnnounced(listener: (memberId: string | null) => void): () => void;
}

/**
 * Who did what to whom. Entries are written once and never changed; the oldest beyond `limits.auditEntries`
 * are dropped.
 */
export interface AuditStore {
  append(entry: NewAuditEntry): Promise<void>;
  /** Deletes entries that were appended before that moment (ISO 8601). Resolves to how many. */
  deleteBefore(moment: string): Promise<number>;
  /** Latest first, only entries before the one with ID `before` (`null`: from the latest on). */
  list(filter: AuditFilter, before: string | null, limit: number): Promise<AuditEntry[]>;
}

/** The admins' decisions for the team. */
export interface SettingsStore {
  /** Settings that nobody has decided yet are absent. */
  get(): Promise<ChosenSettings>;
  change(change: ChosenSettings): Promise<void>;
  /**
   * Changes one setting by what it is: of concurrent calls each starts from what the one before has stored.
   * @param next makes the value to store of the stored one, or of `null`; it may be called more than once, and what it throws
   * changes nothing
   */
  update(name: string, next: (stored: unknown) => unknown): Promise<void>;
}

/** Messages that the team saved. */
export interface PromptStore {
  /** By name. */
  list(): Promise<PromptView[]>;
  /**
   * Saves it. Resolves to `full` if there are as many as there may be, and to `changed` if another one than `before` has
   * its name, which then stays.
   * @param before that it replaces, as it was read; `null`: there was none of its name
   */
  put(prompt: PromptView, before: PromptView | null): Promise<'saved' | 'full' | 'changed'>;
  /** Removes it, as it was read. Resolves to `false` if another one has its name, or none. */
  remove(before: PromptView): Promise<boolean>;
}

/** What members chose for themselves. */
export interface PreferenceStore {
  /** What a member has not chosen is absent; what another version stored is there. */
  get(memberId: string): Promise<StoredPreferences>;
  /** Concurrent changes of different preferences all count. `null`: it is no longer chosen. */
  change(memberId: string, change: Readonly<Record<string, boolean | string | null>>): Promise<void>;
}

/** The pictures of members. */
export interface PictureStore {
  /** Of each member who has one, by their ID. */
  versions(): Promise<Readonly<Record<string, string>>>;
  get(memberId: string): Promise<Picture | null>;
  put(memberId: string, picture: Picture): Promise<void>;
  remove(memberId: string): Promise<void>;
}

/**
 * Files that pages load, compressed by gzip, of every version that runs or ran lately: a page of one version may ask a
 * server of another for them. None of it is data of the team: it is not migrated, nor in backups.
 */
export interface PageFileStore {
  /** Lets the files of a build last for `limits.pageFileSeconds` from now. Resolves to whether they are there. */
  renew(build: string): Promise<boolean>;
  put(build: string, files: AsyncIterable<readonly [name: string, bytes: Uint8Array]>): Promise<void>;
  /** Of all builds. */
  names(): Promise<ReadonlySet<string>>;
  /** By their names, which are never reused. */
  read(name: string): Promise<Uint8Array | null>;
}

/** The browsers that show a member's notifications. */
export interface PushSubscriptionStore {
  /** In the order in which they subscribed. */
  listOf(memberId: string): Promise<PushSubscription[]>;
  /**
   * Adds it, or replaces the one with its ID, whoever's it was: a browser notifies one member. Resolves to `false`: the member has
   * as many as they may have.
   */
  put(memberId: string, subscription: PushSubscription): Promise<boolean>;
  /** Resolves to whether it was there. */
  remove(memberId: string, id: string): Promise<boolean>;
  deleteOf(memberId: string): Promise<void>;
  /** Whether anybody has one. */
  hasAny(): Promise<boolean>;
}

/** What is to be sent elsewhere, until it was. */
export interface DeliveryStore {
  /** Resolves to `false`: too much waits. */
  add(delivery: Delivery): Promise<boolean>;
  /**
   * What is due at `nowMs`, the one due first first; of concurrent callers one gets each. Unless it is removed or postponed, it is
   * due again at `nextMs`: whoever took it may have ended.
   */
  take(nowMs: number, nextMs: number, count: number): Promise<Delivery[]>;
  /** Replaces it, unless it was removed. */
  postpone(delivery: Delivery): Promise<void>;
  remove(id: string): Promise<void>;
  /** When the next one is due; `null`: none is stored. */
  nextDueMs(): Promise<number | null>;
}

/** The definitions of the tools of MCP servers, accepted or not. */
export interface ToolDefinitionStore {
  /** By tool. */
  list(): Promise<SeenDefinition[]>;
  /** Returns `false` if the tool has a first definition; of concurrent callers only one succeeds. */
  addFirst(seen: SeenDefinition): Promise<boolean>;
  /** Replaces the same definition. */
  put(seen: SeenDefinition): Promise<void>;
}

/** Changes to the budgets of views: written once, never changed, and few enough to read all of them. */
export interface WideningStore {
  /** Ordered by number. */
  list(): Promise<WideningEvent[]>;
  /** Returns `false` if there is one with that number; of concurrent callers only one succeeds. */
  append(event: WideningEvent): Promise<boolean>;
}

/** Workspaces that admins added, by name. */
export interface WorkspaceStore {
  /** Ordered by when they were added. */
  list(): Promise<WorkspaceRecord[]>;
  /** Returns `false` if there is one with that name; of concurrent callers only one succeeds. */
  add(record: WorkspaceRecord): Promise<boolean>;
  /**
   * Records how a clone ended. Returns `false`, and changes nothing, if the workspace no longer exists or its
   * name belongs to another one by now.
   */
  finish(
    clone: Pick<WorkspaceRecord, 'name' | 'path'>,
    end: Pick<WorkspaceRecord, 'state' | 'failure'>,
  ): Promise<boolean>;
  /** Returns `false` if there was none. */
  remove(name: string): Promise<boolean>;
}

/** The processes that work on conversations. None of it is data of the team: it is not migrated, nor in backups. */
export interface RunnerStore {
  /** Registers a runner, or renews that. @param forMs after which it no longer counts as alive; 0: at once */
  put(runner: RunnerRecord, forMs: number): Promise<void>;
  /** By address; those that were alive within `limits.runnerRememberedMs`. */
  list(): Promise<KnownRunner[]>;
}

/** What a part of a conversation's log changes in the index. */
export interface IndexChange {
  /** How far the log was indexed before. */
  from: string | null;
  /** ID of the last event of the part. */
  to: string;
  /** Of this conversation. Each replaces the document with its ID, if there is one, and nobody keeps it then. */
  put: readonly SearchDocument[];
  /** IDs of other documents of this conversation. */
  remove: readonly string[];
  /** Artifacts, these too, and whether somebody keeps them. */
  kept: readonly { id: string; isKept: boolean }[];
}

export interface DocumentQuery extends SearchConditions {
  /** Only what this member may read is found. */
  memberId: string;
  /** Names of the workspaces that are closed to them: nothing of their conversations is found. */
  closed?: readonly string[];
  /** Only artifacts that somebody keeps. */
  isKept?: boolean;
  /** Only documents that were added before the one with this number; `null`: all. */
  before: number | null;
  limit: number;
}

export interface FoundDocument {
  /** Later documents have higher ones. */
  number: number;
  document: SearchDocument;
}

/**
 * The index of everything that people can find. It is derived from the logs, follows them, and can be made
 * again from them. Documents are one conversation's: a fork has messages with the same IDs. Who may read a conversation is a part of the index: a change of its audience, and its
 * deletion, are in the same step a change of what is found.
 */
export interface SearchStore {
  /** How far the log of a conversation is indexed: the ID of an event; `null`: nothing is. */
  indexedTo(conversationId: string): Promise<string | null>;
  /**
   * Atomic. Returns `false`, and changes nothing, if the log is not indexed exactly as far as `from`, or there
   * is no such conversation.
   */
  index(conversationId: string, change: IndexChange): Promise<boolean>;
  /** What was added last comes first. `isCut`: it gave up after `limits.searchCandidates` documents. */
  search(request: DocumentQuery): Promise<{ found: FoundDocument[]; isCut: boolean }>;
}

/** What a copy of a whole store needs besides the other interfaces, and nothing else uses. */
export interface BulkStore {
  /**
   * Begins to fill an empty store: until `endFilling`, servers refuse to work with it. What an interrupted filling left
   * is removed first. Nothing is changed if the store is not empty, or somebody else fills it (`busy`).
   */
  beginFilling(): Promise<'begun' | 'not_empty' | 'busy'>;
  /** Gives it up: what is there is removed by the next filling. */
  stopFilling(): void;
  endFilling(): Promise<void>;
  counts(): Promise<BackupCounts>;
  /** IDs of all artifacts, also of the copies behind shares and of uploads that were not sent. */
  artifactIds(): AsyncIterable<string>;
  /** Stores an artifact as it is in another store. @param content `null`: its bytes are gone */
  putArtifact(record: ArtifactRecord, content: ArtifactContent | null): Promise<void>;
  /** Entries of the ledger, unordered; one may come twice. */
  ledgerEntries(): AsyncIterable<LedgerEntry>;
  /** The once-keys of a conversation. */
  onceKeys(conversationId: string): Promise<{ key: string; eventId: string }[]>;
  /** IDs of the noteworthy events of a conversation that are still counted, unordered. */
  news(conversationId: string): Promise<string[]>;
  /** Where members were last mentioned in a conversation. */
  mentions(
    conversationId: string,
  ): Promise<({ memberId: string; eventId: string } & Pick<UnreadConversation, 'mention'>)[]>;
  /** Marks of the installation that were claimed. */
  marks(): Promise<string[]>;
  secrets(): Promise<Readonly<Record<string, string>>>;
  /** A member's credentials by name, sealed. */
  credentials(memberId: string): Promise<Readonly<Record<string, string>>>;
  sessions(memberId: string): Promise<StoredToken<Session>[]>;
  apiTokens(memberId: string): Promise<StoredToken<ApiToken>[]>;
  invites(): Promise<{ invite: Invite; tokenHash: string }[]>;
  /** `null`: the share has ended. */
  tokenHashOfShare(shareId: string): Promise<string | null>;
  deliveries(): Promise<Delivery[]>;
  pushDeliveries(): Promise<Delivery[]>;
}

/** What an artifact's bytes are read from: in order, in pieces of any size. */
export interface ArtifactContent {
  bytes: AsyncIterable<Uint8Array>;
  /** `null`: it is not text. */
  index: Uint8Array | null;
}

export interface StoredToken<T extends TokenRecord> {
  record: T;
  tokenHash: string;
  /** ISO 8601. */
  endsAt: string;
}
