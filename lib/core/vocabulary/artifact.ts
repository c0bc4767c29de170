import { z } from 'zod';
import { type ArtifactType, artifactTypes } from './artifact-types.ts';
import { jsonSchema } from './json.ts';
import { resourceLinkSchema } from './tools/resource-link.ts';

export const artifactTypeSchema = z.enum(Object.keys(artifactTypes) as ArtifactType[]);

/** How the assistant view relates to the full result. Computed by the server, never by a tool. */
export const relationSchema = z.enum(['equal', 'summary', 'transformed']);
export type Relation = z.infer<typeof relationSchema>;

/**
 * One file of a change: the SHA-256 (hex) of its content before and after. `null`: the file did not exist.
 */
export const fileChangeSchema = z.object({
  path: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** File mode (`0o755`) of a removed file, used when it is restored. */
  mode: z.int().min(0).max(0o777).optional(),
});
export type FileChange = z.infer<typeof fileChangeSchema>;

/**
 * Who gave the bytes: a tool of the agent, a member (a file, a paste), a client of the API, an app of an MCP server, or the compaction of
 * a conversation.
 */
export const artifactOriginSchema = z.enum(['tool', 'member', 'client', 'app', 'compaction']);

/** By whose name the full text of compacted messages is stored. */
export const compactionTool = 'compaction';

/** Pixels. */
export const dimensionsSchema = z.object({ width: z.number().int(), height: z.number().int() });
export type Dimensions = z.infer<typeof dimensionsSchema>;

/** A file that came with a result. */
export const artifactPartSchema = z.object({
  artifactId: z.string(),
  type: artifactTypeSchema,
  title: z.string(),
  byteLength: z.number().int(),
});
export type ArtifactPart = z.infer<typeof artifactPartSchema>;

/** Metadata of an artifact, which outlives its bytes. Times are ISO 8601, UTC. */
export const artifactMetadataSchema = z
  .object({
    id: z.string(),
    /** The kind of source the bytes came from. */
    type: artifactTypeSchema,
    /**
     * The kind of content: a file may be a table, an output a diff. `null`: as `type` implies, or not known
     * yet.
     */
    form: artifactTypeSchema.nullable().default(null),
    title: z.string(),
    mimeType: z.string(),
    byteLength: z.number().int(),
    /** Bytes beyond the artifact limit: counted but not stored. */
    droppedBytes: z.number().int(),
    /** `null`: not text, so there are no lines. */
    lineCount: z.number().int().nullable(),
    /** The number people see on the first stored line: a range read from L40 starts at 40. */
    firstLine: z.number().int().min(1),
    /** SHA-256 of the stored bytes, hex; `null` while they are being written. */
    sha256: z.string().nullable(),
    state: z.enum(['writing', 'complete', 'expired']),
    /** Its bytes were deleted before they expired, to make room; its state is `expired`. */
    isEvicted: z.literal(true).optional(),
    createdAt: z.iso.datetime(),
    /** `null`: kept until removed. */
    expiresAt: z.iso.datetime().nullable(),
    origin: artifactOriginSchema.default('tool'),
    tool: z.string(),
    arguments: jsonSchema,
    author: z.object({ id: z.string(), name: z.string() }),
    /** The run it was made in; `null`: in none. Empty in records of version 0.1. */
    runId: z
      .string()
      .nullable()
      .overwrite((id) => (id === '' ? null : id)),
    /** The call it is the result of; `null`: of none, or it was stored by version 0.1. */
    toolCallId: z.string().nullable().default(null),
    /** Empty: it belongs to none, as the copy behind a share, or what a member has not sent yet. */
    conversationId: z.string(),
    exitCode: z.number().int().nullable(),
    /** How long the command ran; `null`: it is not a command, or is still running. */
    durationMs: z.number().nullable().default(null),
    /** Stored lines (1-based) that come from standard error, in order. */
    stderrLines: z.array(z.object({ from: z.number().int(), to: z.number().int() })).default([]),
    /** Set for images. */
    dimensions: dimensionsSchema.nullable().default(null),
    /** Set for a diff that a tool made: what it did to each file. */
    changes: z.array(fileChangeSchema).default([]),
    /**
     * The artifact that has a change's diff as long as the conversation, so that it can be undone after this one
     * has expired. Absent in records of version 0.1.
     */
    patchArtifactId: z.string().optional(),
    /** The page of an MCP server that shows it, and where that page is stored with what it is sent. */
    app: z.object({ artifactId: z.string(), server: z.string() }).optional(),
    /** Files and images that came with it, each an artifact of its own. */
    parts: z.array(artifactPartSchema).optional(),
    links: z.array(resourceLinkSchema).optional(),
    language: z.string().nullable(),
    files: z.array(z.string()),
  })
  .meta({ id: 'Artifact' });
export type ArtifactMetadata = z.infer<typeof artifactMetadataSchema>;

export const isExpired = (metadata: Pick<ArtifactMetadata, 'expiresAt'>, nowMs: number): boolean =>
  metadata.expiresAt !== null && Date.parse(metadata.expiresAt) <= nowMs;

/** The artifacts that last as long as this one: the app that shows it, and what came with it. */
export const companionsOf = ({ app, parts = [] }: Pick<ArtifactMetadata, 'app' | 'parts'>): string[] => [
  ...(app ? [app.artifactId] : []),
  ...parts.map(({ artifactId }) => artifactId),
];
