import { z } from 'zod';
import { limits } from '../limits.ts';
import { artifactMetadataSchema } from './artifact.ts';

const shareAudienceSchema = z.enum(['team', 'link']);

/** A revocable link to a frozen copy of one artifact, or of lines of it. Times are ISO 8601, UTC. */
export const shareSchema = z
  .object({
    id: z.string(),
    artifactId: z.string(),
    title: z.string(),
    audience: shareAudienceSchema,
    /** `L40-L62`; `null`: the whole artifact. */
    lines: z.string().nullable(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    createdBy: z.object({ id: z.string(), name: z.string() }),
    views: z.number().int(),
    /** The page opens at most this many times; `null`: unlimited. */
    maxViews: z.number().int().nullable().default(null),
    lastViewedAt: z.iso.datetime().nullable(),
    /** The workspace's checked-out commit when the conversation began; `null`: not a git repository. */
    commit: z.string().nullable().default(null),
  })
  .meta({ id: 'Share' });
export type Share = z.infer<typeof shareSchema>;

/** Metadata of a frozen copy, without anything about the conversation. */
export const sharedMetadataSchema = artifactMetadataSchema
  .omit({ conversationId: true, runId: true })
  .meta({ id: 'SharedArtifact' });
export type SharedMetadata = z.infer<typeof sharedMetadataSchema>;

/** A share as its page shows it: the metadata of its copy, without anything about the conversation. */
export const openedShareSchema = z.object({ share: shareSchema, metadata: artifactMetadataSchema });
export type OpenedShare = z.infer<typeof openedShareSchema>;

/** Possible secrets in what is about to be shared. */
export const shareSecretsSchema = z.object({
  /**
   * Sorted by first occurrence. `line`: of the first one, as people see it; `null`: in the title or the
   * arguments, or `isInText`: in a text whose lines nobody sees, as that of a PDF.
   */
  kinds: z.array(
    z.object({
      kind: z.string(),
      line: z.number().int().nullable(),
      isInText: z.literal(true).optional(),
      count: z.number().int(),
    }),
  ),
  /** There were too many to search everything. */
  isCut: z.boolean(),
  /** Not all of it is text that could be read, so not all of it was searched. */
  isUnread: z.boolean(),
});
export type ShareSecrets = z.infer<typeof shareSecretsSchema>;

export const shareRequestSchema = z.strictObject({
  audience: shareAudienceSchema,
  expiresInSeconds: z.int().min(limits.shareMinSeconds).max(limits.shareMaxSeconds).optional(),
  lines: z.string().max(40).optional(),
  maxViews: z.int().min(1).max(limits.shareMaxViews).optional(),
});
export type ShareRequest = z.infer<typeof shareRequestSchema>;
