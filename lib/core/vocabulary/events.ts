import { z } from 'zod';
import { withUnknown } from '../algorithms/with-unknown.ts';
import { artifactTypeSchema, dimensionsSchema, relationSchema } from './artifact.ts';
import { contextPartsSchema } from './context-parts.ts';
import { audienceSchema } from './conversation.ts';
import { efforts } from './effort.ts';
import { instructionSourceSchema } from './instruction-source.ts';
import { jsonSchema } from './json.ts';
import { callHostsSchema, hostScopeSchema } from './network/host-grant.ts';
import { hostTrafficSchema } from './network/host-traffic.ts';
import { reactions } from './reaction.ts';
import { elicitationSchema } from './tools/elicitation.ts';

/**
 * A conversation's log. Names follow the public Copilot SDK event schema where it has them.
 * Durable events are the only truth of a conversation; ephemeral ones are live feedback and never history.
 */
const author = z.object({ id: z.string(), name: z.string() });
export const maskedSecretSchema = z.object({
  name: z.string(),
  fingerprint: z.string(),
  count: z.number().int(),
});
const toolRequest = z.object({
  toolCallId: z.string(),
  name: z.string(),
  arguments: jsonSchema,
  /** As the public schema has it; absent, it means the same. */
  type: z.literal('function').optional(),
});
export type ToolRequest = z.infer<typeof toolRequest>;

const reasoningItem = z.object({
  itemId: z.string(),
  encrypted: z.string(),
  /** The provider's own summary of all that it was sent before, in place of reasoning. */
  isCompaction: z.literal(true).optional(),
});
export type ReasoningItem = z.infer<typeof reasoningItem>;

const resultTypeSchema = z.enum(['success', 'failure', 'rejected', 'denied']);
export type ResultType = z.infer<typeof resultTypeSchema>;

export const runOutcomeSchema = z.enum([
  'completed',
  'failed',
  'aborted',
  'interrupted',
  'step_limit',
  'budget',
]);
export type RunOutcome = z.infer<typeof runOutcomeSchema>;

const failure = z.object({ code: z.string(), message: z.string() });

const toolTelemetry = z
  .object({
    /**
     * `null`: nothing was stored, because the whole result is the assistant view or because storing failed.
     */
    artifactId: z.string().nullable(),
    type: artifactTypeSchema.nullable(),
    title: z.string().nullable(),
    /**
     * Copied from the artifact so that its card has its height before any byte arrives; `null` as in its
     * metadata.
     */
    lineCount: z.number().int().nullable(),
    byteLength: z.number().int().nullable(),
    summarizer: z.string().nullable(),
    fullTokens: z.number().int().nullable(),
    fullTokensEstimated: z.boolean().optional(),
    sentTokens: z.number().int(),
    tokenizer: z.string(),
    relation: relationSchema,
    /** The view's token budget, if recalls of such views have widened it. */
    widenedTokens: z.number().int().optional(),
    /** For a command; `null` or omitted: there is none. */
    exitCode: z.number().int().nullable().optional(),
    /** How a command ended, in words: `exit 1`, `exit 139, segmentation fault`, `stopped by a person`. */
    outcome: z.string().optional(),
    /**
     * Number of failures a command reported, from the facts of its view, so that its card has its height
     * before any byte arrives.
     */
    problemCount: z.number().int().optional(),
    /** Summary of a failed command, as far as its view knows it: `2 failed, 19 passed, in 3.8 s`. */
    verdict: z.string().optional(),
    /** Short notes for people and the model alike: `network is off: the call names no hosts`. */
    notes: z.array(z.string()).optional(),
    /** The set-up of the workspace, which ran first. */
    setUp: z
      .object({ artifactId: z.string().nullable(), outcome: z.string(), durationMs: z.number() })
      .optional(),
    /** Connections of a command to other hosts; omitted: it had no network. */
    traffic: z.array(hostTrafficSchema).optional(),
    /** For an image, so that its card has its height before any byte arrives. */
    dimensions: dimensionsSchema.optional(),
    /** The model also sees the image itself: the artifact is sent with the call's step. */
    seenImage: z.literal(true).optional(),
    /** And these, which came with it. */
    seenParts: z.array(z.string()).optional(),
    /** Names that replace secrets in the assistant view; within a conversation a secret keeps its name. */
    masked: z.array(maskedSecretSchema).optional(),
    /** A page of an MCP server shows it, or would: `problem` is why not, in a sentence for people. */
    app: z.object({ problem: z.string().optional() }).optional(),
    /** What a tool of a file keeps with its call, as it gave it. */
    custom: z.record(z.string(), z.unknown()).optional(),
    /**
     * Files whose content the model knows from this call, by SHA-256; `null`: it knows that the file does not
     * exist.
     */
    knownFiles: z.array(z.object({ path: z.string(), sha256: z.string().nullable() })).optional(),
  })
  .meta({ id: 'ToolTelemetry' });
export type ToolTelemetry = z.infer<typeof toolTelemetry>;

/** The artifacts whose images the model looks at beside a view. */
export const seenImagesOf = ({ artifactId, seenImage, seenParts = [] }: ToolTelemetry): string[] => [
  ...(seenImage && artifactId !== null ? [artifactId] : []),
  ...seenParts,
];

/** The message that a title was made from, and how. */
const titleOriginSchema = z.object({ messageId: z.string(), by: z.enum(['rule', 'model']) });

export const attachedAsSchema = z.enum(['text', 'view']);
const attachmentFields = z.object({
  /** The artifact the text was taken from. */
  artifactId: z.string(),
  /** Line numbers as people see them; omitted: all of it. */
  lines: z.string().optional(),
  title: z.string(),
  /** The artifact that stores the text as the model reads it; it lives as long as its conversation. */
  textArtifactId: z.string(),
  tokens: z.number().int(),
  /** What the model reads of it: the text itself, as always in version 0.1, or its assistant view. */
  as: attachedAsSchema.default('text'),
  /** Of a view: what is reported of the result of a tool, too. */
  telemetry: toolTelemetry.optional(),
  masked: z.array(maskedSecretSchema).optional(),
});
export type Attachment = z.infer<typeof attachmentFields>;
/** `textArtifactId` was `givenId` in version 0.1. */
const attachment = z.preprocess(
  (stored) =>
    typeof stored === 'object' && stored !== null && 'givenId' in stored
      ? { ...stored, textArtifactId: stored.givenId }
      : stored,
  attachmentFields,
);

/** In each event of a sub-agent. One call may start several. */
const subAgent = {
  toolCallId: z.string(),
  subagentId: z.string(),
  agentName: z.string(),
  agentDisplayName: z.string(),
};
const ofSubAgentEnd = {
  durationMs: z.number(),
  /** What its model calls cost, with those of sub-agents below it; `null`: not known. */
  costMicrodollars: z.int().nullable(),
};

const ofCompaction = {
  /** Of the artifact with all that the model no longer reads. */
  artifactId: z.string(),
  /** The first message that the model still reads as it is. */
  messageId: z.string(),
  /** `provider`: it was the provider that compacted, with words that only it can read. */
  trigger: z.enum(['window', 'member', 'provider']),
  by: author.optional(),
  preCompactionTokens: z.int(),
  postCompactionTokens: z.int(),
  messagesRemoved: z.int(),
  /** The words that the model reads. */
  summaryContent: z.string(),
};

const durableData = {
  'session.start': z.object({
    model: z.string(),
    workspace: z.string(),
    git: z.object({ branch: z.string().nullable(), commit: z.string() }).optional(),
  }),
  'user.message': z.object({
    messageId: z.string(),
    /** The run that answers it: queued until its `run.started`. `null`: it is for the team only. */
    runId: z.string().nullable(),
    /** The message of which this is a new version; the old one stays. */
    replaces: z.string().optional(),
    /** A message on the path that it continues; omitted: the selected path. */
    after: z.string().optional(),
    /** The message that it answers, of a person or the agent. */
    quotes: z.string().optional(),
    clientMessageId: z.string().optional(),
    content: z.string(),
    author,
    attachments: z.array(attachment),
    /** Members mentioned by name in the message, among those who could read it at the time. */
    mentions: z.array(author).optional(),
    /** The model that was chosen for it. */
    model: z.string().optional(),
    /** How much the model is to think. */
    effort: z.enum(efforts).optional(),
    /** It stopped the active run to be taken next, before all messages that are not urgent. */
    isUrgent: z.literal(true).optional(),
    /** The API token with which a program sent it for its author, by name. */
    via: z.string().optional(),
  }),
  /** The text of a queued message changed; a message taken before this event keeps its old text. */
  'message.edited': z.object({
    messageId: z.string(),
    content: z.string(),
    /** Added by the edit: what was pasted into the new text. */
    attachments: z.array(attachment).optional(),
    mentions: z.array(author).optional(),
    by: author,
  }),
  /** A queued message was withdrawn and will not be answered. */
  'message.withdrawn': z.object({ messageId: z.string(), by: author }),
  /** Its author deleted a message: nobody sees its words any more, and later model calls do not contain them. */
  'message.deleted': z.object({ messageId: z.string(), by: author }),
  'message.reacted': z.object({
    messageId: z.string(),
    reaction: z.enum(reactions),
    /** `false`: it was taken back. */
    isOn: z.boolean(),
    by: author,
  }),
  /** Everybody, and the model, moves to the path through this message; an answer without words goes by its run. */
  'branch.selected': z.object({ messageId: z.string(), by: author }),
  /** Somebody asks for another answer to a message, or for a run to be continued: queued like a message. */
  'run.requested': z.object({
    runId: z.string(),
    messageId: z.string(),
    /** The run that gave the answer before; absent: it is to be continued. */
    replaces: z.string().optional(),
    /** The run that it continues, after what that one has said and done; absent: it starts again. */
    continues: z.string().optional(),
    /** Who asks; of what the team's setting asks for, who had asked for the first run. */
    by: author,
    isAutomatic: z.literal(true).optional(),
  }),
  /** `messageId` is `null` when a call is run again. */
  'run.started': z.object({
    runId: z.string(),
    messageId: z.string().nullable(),
    model: z.string(),
    /** The run to whose answer it gives another version. */
    replaces: z.string().optional(),
    /** The run that it continues. */
    continues: z.string().optional(),
  }),
  'run.finished': z.object({ runId: z.string(), outcome: runOutcomeSchema, error: failure.optional() }),
  /** Somebody stopped a run, by hand or with an urgent message; its `run.finished` follows. */
  'run.stop_requested': z.object({ runId: z.string(), by: author }),
  'assistant.message': z.object({
    messageId: z.string(),
    content: z.string(),
    toolRequests: z.array(toolRequest).optional(),
    /** What the provider gets back with later steps: its model's reasoning, which only it can read. */
    reasoning: z.array(reasoningItem).optional(),
    parentToolCallId: z.string().optional(),
  }),
  /** A client of the gateway calls a tool: it belongs to no run, and its result goes to that client's model. */
  'tool.user_requested': z.object({
    toolCallId: z.string(),
    toolName: z.string(),
    arguments: jsonSchema,
    by: author,
    /** The client, by the name of its token. */
    client: z.string(),
  }),
  'tool.execution_start': z.object({ toolCallId: z.string(), toolName: z.string(), arguments: jsonSchema }),
  'tool.execution_complete': z.object({
    toolCallId: z.string(),
    success: z.boolean(),
    resultType: resultTypeSchema,
    /** The assistant view, also for a failed call: the exact text the model received. */
    result: z.object({ content: z.string() }).optional(),
    error: z.object({ message: z.string(), code: z.string().optional() }).optional(),
    sessionLog: z.string().optional(),
    durationMs: z.number(),
    toolTelemetry,
  }),
  /** A call waits for approval; its run pauses once its step has nothing else to do. */
  'permission.requested': z.object({
    requestId: z.string(),
    toolCallId: z.string(),
    toolName: z.string(),
    /** The complete arguments: what people approve is what runs. */
    arguments: jsonSchema,
    answeredBy: z.enum(['members', 'admins']),
    /** For a command that asks for hosts: what it could reach. */
    hosts: callHostsSchema.optional(),
    /** Names of secrets that it gets, if it is allowed. */
    secrets: z.array(z.string()).optional(),
  }),
  /** `denied`: not by a person; the team's policy has changed since. */
  'permission.completed': z.object({
    requestId: z.string(),
    result: z.enum(['approved', 'rejected', 'denied']),
    by: author.nullable(),
    reason: z.string().optional(),
    /** The same call runs without asking from now on: in this conversation, or for the team. */
    always: z.enum(['conversation', 'team']).optional(),
    /** The hosts that it asked for may be reached from now on: in this conversation, or this workspace. */
    hosts: hostScopeSchema.optional(),
  }),
  /** A call that was allowed for the conversation asks again. */
  'permission.withdrawn': z.object({ requestId: z.string(), by: author }),
  /** Somebody runs a call again: a run without a model, queued like a message. */
  'tool.rerun_requested': z.object({ runId: z.string(), toolCallId: z.string(), by: author }),
  /**
   * The result of running a call again, which its card shows from now on. The model's history does not
   * change.
   */
  'artifact.replaced': z.object({
    /** The artifact shown until now; the new one is in the telemetry. */
    artifactId: z.string(),
    toolCallId: z.string(),
    by: author,
    durationMs: z.number(),
    toolTelemetry,
  }),
  /** A change to files was undone or redone from its card. */
  'change.undone': z.object({ artifactId: z.string(), by: author }),
  'change.redone': z.object({ artifactId: z.string(), by: author }),
  /** Somebody keeps an artifact for longer; `expiresAt: null` keeps it until they remove it. */
  'artifact.kept': z.object({ artifactId: z.string(), expiresAt: z.iso.datetime().nullable(), by: author }),
  /** Somebody releases an artifact that was kept. */
  'artifact.released': z.object({ artifactId: z.string(), expiresAt: z.iso.datetime(), by: author }),
  /** The changes in the conversation's own working copy were applied to the workspace. */
  'worktree.merged': z.object({ fileCount: z.number().int(), by: author }),
  /** All changes in the conversation's own working copy were discarded. */
  'worktree.discarded': z.object({ by: author }),
  /**
   * It follows a newer commit of another server, with its changes. `conflicts`: files in which both versions are; `kept`: files
   * that cannot be merged, and secrets, of which its own version stays; at most 100 of each.
   */
  'worktree.updated': z.object({
    branch: z.string(),
    host: z.string(),
    commit: z.string(),
    conflicts: z.array(z.string()),
    kept: z.array(z.string()),
    by: author,
  }),
  /** Its contents are a commit on a branch of another server; `url`: a request to merge that branch. */
  'worktree.pushed': z.object({
    branch: z.string(),
    commit: z.string(),
    host: z.string(),
    url: z.string().nullable(),
    by: author,
  }),
  /** Older messages are being replaced by a summary: before the window is full, or because somebody asked. */
  'session.compaction_start': z.object({
    /** Of the artifact with all that is compacted. */
    artifactId: z.string(),
    trigger: z.enum(['window', 'member']),
    by: author.optional(),
    /** What a model call sends before it. */
    preCompactionTokens: z.int(),
  }),
  /** From here on the model reads the summary in place of all messages before one. A failed one has no event but its start. */
  'session.compaction_complete': z.object({
    ...ofCompaction,
    /** The model whose provider compacted: other models read all messages. */
    model: z.string().optional(),
    /** The model whose own words stand beside the facts, or should: then `summaryFailure` says why they do not. */
    summaryModel: z.string().optional(),
    summaryFailure: z.string().optional(),
  }),
  /** Not even a summary fits the window of a model, so its words are one line; for other models nothing changes. */
  'session.truncation': z.object({ ...ofCompaction, model: z.string(), tokenLimit: z.int() }),
  /** A sub-agent is about to work on a task that a call delegates. */
  'subagent.selected': z.object({ ...subAgent, tools: z.array(z.string()).nullable() }),
  /** What it does from here on is nested under this event, by `parentId`. */
  'subagent.started': z.object({
    ...subAgent,
    agentDescription: z.string(),
    /** The words that it was given: its first message. */
    task: z.string(),
    model: z.string(),
    maxSteps: z.int(),
    /** `null`: it has no budget of its own. */
    maxMicrodollars: z.int().nullable(),
  }),
  /** It answered, maybe with what it had: at its step limit, or its budget. */
  'subagent.completed': z.object({
    ...subAgent,
    outcome: z.enum(['completed', 'step_limit', 'budget']),
    /** Why it ended before it had finished. */
    error: z.string().optional(),
    ...ofSubAgentEnd,
  }),
  /** `interrupted`: its process ended. */
  'subagent.failed': z.object({
    ...subAgent,
    outcome: z.enum(['failed', 'aborted', 'interrupted']),
    error: z.string(),
    ...ofSubAgentEnd,
  }),
  /** Somebody stops one sub-agent; its `subagent.failed` follows, and the run goes on. */
  'subagent.stop_requested': z.object({ subagentId: z.string(), by: author }),
  /** What a model call sent, as this program counts it; after a compaction by hand, what the next one sends. */
  'session.usage_info': z.object({
    model: z.string(),
    /** The size of the model's window; `null`: not known. */
    tokenLimit: z.int().nullable(),
    currentTokens: z.int(),
    messagesLength: z.int(),
    parts: contextPartsSchema,
  }),
  /** What the model reads besides the program's own instructions, from the next run on: frozen, so that each call sends the same. */
  'instructions.read': z.object({
    sources: z.array(instructionSourceSchema),
    masked: z.array(maskedSecretSchema).optional(),
    /** Who had them read again; omitted: they were read when the first run started. */
    by: author.optional(),
  }),
  /** The conversation's own instructions, from the next run on; empty: it has none. */
  'instructions.changed': z.object({ content: z.string(), by: author }),
  'session.error': failure,
  /** `madeFrom` is absent if a person chose the title. */
  'conversation.renamed': z.object({ title: z.string(), madeFrom: titleOriginSchema.optional() }),
  /** The conversation's audience changed, from now on. */
  'conversation.audience_changed': z.object({ audience: audienceSchema, by: author }),
} as const;

/** A budget after a model call, in the words of the public schema. */
const quotaSnapshotSchema = z.object({
  /** In dollars, or in tokens. */
  unit: z.enum(['dollars', 'tokens']),
  entitlement: z.number(),
  used: z.number(),
  remainingPercentage: z.number(),
  /** The day on which it starts again, UTC. */
  resetDate: z.iso.date(),
});
export type QuotaSnapshot = z.infer<typeof quotaSnapshotSchema>;

const ephemeralData = {
  'assistant.message_delta': z.object({
    messageId: z.string(),
    deltaContent: z.string(),
    /** Number of characters in this message before this delta. */
    offset: z.number().int(),
  }),
  'assistant.reasoning_delta': z.object({
    messageId: z.string(),
    deltaContent: z.string(),
    offset: z.number().int(),
  }),
  'tool.execution_progress': z.object({ toolCallId: z.string(), progressMessage: z.string() }),
  /** How far a growing artifact has come; its bytes are fetched separately. */
  'tool.execution_partial_result': z.object({
    toolCallId: z.string(),
    artifactId: z.string(),
    byteLength: z.number().int(),
    /** `null`: not text. */
    lineCount: z.number().int().nullable(),
  }),
  /** Who has control of a running terminal; `null`: nobody. */
  'tool.terminal_control': z.object({ toolCallId: z.string(), holder: author.nullable() }),
  /** What the MCP server of a running call asks people; `null`: nothing any more. */
  'tool.elicitation': z.object({ toolCallId: z.string(), elicitation: elicitationSchema.nullable() }),
  /** Somebody views the conversation, and whether they are typing; repeated every few seconds. */
  'presence.updated': z.object({ member: author, state: z.enum(['here', 'typing', 'left']) }),
  /** An open page let results last longer: when each expires now. */
  'artifacts.renewed': z.object({ expiries: z.record(z.string(), z.iso.datetime()) }),
  /** Somebody has read up to a durable event. */
  'conversation.read': z.object({ member: author, cursor: z.string() }),
  'assistant.usage': z.object({
    model: z.string(),
    inputTokens: z.number().nullable(),
    outputTokens: z.number().nullable(),
    cacheReadTokens: z.number().nullable(),
    duration: z.number(),
    /** In dollars; `null`: the price is not known. */
    cost: z.number().nullable().default(null),
    /** The budgets that it counts towards, by scope and period. */
    quotaSnapshots: z.record(z.string(), quotaSnapshotSchema).default({}),
  }),
  'session.idle': z.object({}),
  /** Nobody is there who has the files of the conversation: its work waits. */
  'runner.away': z.object({}),
  /** Sent from memory by a server whose store cannot be written: it does not respond, is full, or is back. */
  'store.away': z.object({}),
  'store.full': z.object({}),
  'store.back': z.object({}),
} as const;

const shapes = { ...durableData, ...ephemeralData };

export type DurableType = keyof typeof durableData;
export type EphemeralType = keyof typeof ephemeralData;
export type EventType = DurableType | EphemeralType;
export type EventData<T extends EventType> = z.infer<(typeof shapes)[T]>;

interface Envelope<T extends EventType> {
  v: 1;
  timestamp: string;
  /** The durable event this one is nested under; `null` at top level. */
  parentId: string | null;
  type: T;
  data: EventData<T>;
}

/** An event to append: the log assigns IDs to durable events. */
export type NewEvent<T extends DurableType = DurableType> = { [K in T]: Envelope<K> }[T];
/** An event of the log. IDs increase strictly, are never reused, and are opaque to clients. */
export type DurableEvent<T extends DurableType = DurableType> = { [K in T]: Envelope<K> & { id: string } }[T];
export type EphemeralEvent<T extends EphemeralType = EphemeralType> = {
  [K in T]: Envelope<K> & { id: null; ephemeral: true };
}[T];
export type ConversationEvent = DurableEvent | EphemeralEvent;

/**
 * With the fields that its type has and no others: of a newer version they pass, of this one they were an accident, such as a
 * whole member where an author is named.
 */
export function durableEvent<T extends DurableType>(
  type: T,
  data: EventData<T>,
  timestamp: string,
): NewEvent<T> {
  return { v: 1, timestamp, parentId: null, type, data: shapes[type].parse(data) } as unknown as NewEvent<T>;
}

/** The same event as one of a sub-agent. @param parentId of its `subagent.started`; `null`: at top level */
export const nestedEvent = <T extends DurableType>(
  event: NewEvent<T>,
  parentId: string | null,
): NewEvent<T> => (event.parentId === parentId ? event : { ...event, parentId });

export function ephemeralEvent<T extends EphemeralType>(
  type: T,
  data: EventData<T>,
  timestamp: string,
): EphemeralEvent<T> {
  return {
    v: 1,
    id: null,
    timestamp,
    parentId: null,
    ephemeral: true,
    type,
    data: shapes[type].parse(data),
  } as unknown as EphemeralEvent<T>;
}

const envelope = z.object({
  v: z.literal(1),
  id: z.string().nullable().optional(),
  timestamp: z.iso.datetime(),
  parentId: z.string().nullable().default(null),
  ephemeral: z.literal(true).optional(),
  /** Such as `run.started`. */
  type: z.string().regex(/^[a-z]+(?:\.[a-z_]+)+$/),
  data: z.record(z.string(), z.unknown()),
});

/** The forms of events by type. @param rest of the envelope */
const formsOf = (data: Readonly<Record<string, z.ZodType>>, rest: z.ZodRawShape) =>
  Object.entries(data).map(([type, schema]) =>
    z.object({
      v: z.literal(1),
      ...rest,
      timestamp: z.iso.datetime(),
      /** The event this one is nested under; `null` at top level. */
      parentId: z.string().nullable(),
      type: z.literal(type),
      data: schema,
    }),
  ) as unknown as [z.ZodObject<{ type: z.ZodLiteral<EventType> }>];

/** An event of the log, as API responses contain it. */
export const durableEventSchema = z
  .discriminatedUnion('type', formsOf(durableData, { id: z.string() }))
  .meta({ id: 'Event' }) as unknown as z.ZodType<DurableEvent>;

/** Live feedback, as streams contain it. */
export const ephemeralEventSchema = z
  .discriminatedUnion('type', formsOf(ephemeralData, { id: z.null(), ephemeral: z.literal(true) }))
  .meta({ id: 'LiveEvent' }) as unknown as z.ZodType<EphemeralEvent>;

/** Whether this version knows what events of that type are. */
export const isKnownType = (type: string): type is EventType => Object.hasOwn(shapes, type);

/**
 * Validates one event that comes from outside this process: a store or a stream. During an upgrade a newer version
 * writes to the same log: types and fields that only it knows pass through, for its own pages.
 * @throws ZodError if the envelope, or the data of a known type, is invalid
 */
export function parseEvent(value: unknown): ConversationEvent {
  const parsed = envelope.parse(value);
  const data = isKnownType(parsed.type) ? shapes[parsed.type].parse(parsed.data) : parsed.data;
  return withUnknown({ ...parsed, data }, value) as unknown as ConversationEvent;
}

export const isEphemeral = (event: ConversationEvent): event is EphemeralEvent => event.id === null;
