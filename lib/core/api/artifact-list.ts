import { z } from 'zod';
import { artifactMetadataSchema, artifactTypeSchema } from '../vocabulary/artifact.ts';

/** An artifact among all that a member may read, with what its tile says. */
export const artifactEntrySchema = artifactMetadataSchema
  .pick({
    title: true,
    tool: true,
    origin: true,
    author: true,
    createdAt: true,
    byteLength: true,
    lineCount: true,
    dimensions: true,
    exitCode: true,
    state: true,
    expiresAt: true,
    conversationId: true,
  })
  .extend({
    artifactId: z.string(),
    /** The kind of its content, as far as it is known, or of its source. */
    type: artifactTypeSchema,
    conversationTitle: z.string(),
    isKept: z.boolean(),
    /** A link to it, or to lines of it, is open: one of the member's own, or for an admin any. */
    isShared: z.boolean(),
    /** `null`: there was no text to count, or it is not the result of a call. */
    fullTokens: z.int().nullable(),
    isEstimated: z.boolean(),
    /** What the model was sent in its place; `null`: not known, as of what is not the result of a call. */
    sentTokens: z.int().nullable(),
  })
  .meta({ id: 'ArtifactEntry' });
export type ArtifactEntry = z.infer<typeof artifactEntrySchema>;

export const artifactListSchema = z
  .object({
    /** The latest first, or the largest. */
    artifacts: z.array(artifactEntrySchema),
    /** For `before` of the next page; `null`: there are no more. */
    next: z.string().nullable(),
    /** How many are on all pages; `null`: nobody asked for it, or this is not the first. */
    total: z.int().nullable(),
    /** There may be more than `total`. */
    isCut: z.boolean(),
    /** Not everything is indexed yet, so some may be missing. */
    isIncomplete: z.boolean(),
  })
  .meta({ id: 'ArtifactList' });
export type ArtifactList = z.infer<typeof artifactListSchema>;
