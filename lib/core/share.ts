import { z } from 'zod';
import type { ArtifactMetadata } from './artifact.ts';
import { limits } from './limits.ts';

const shareAudienceSchema = z.enum(['team', 'link']);

/** A revocable link to a frozen copy of one artifact, or of lines of it. Times are ISO 8601, UTC. */
export const shareSchema = z.object({
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
  /** The page opens so often and no more; `null`: as often as one likes. */
  maxViews: z.number().int().nullable().default(null),
  lastViewedAt: z.iso.datetime().nullable(),
  /** What the workspace had checked out when the conversation began; `null`: no git repository. */
  commit: z.string().nullable().default(null),
});
export type Share = z.infer<typeof shareSchema>;

/** A share as its page shows it: the metadata of its copy, and nothing of the conversation. */
export interface OpenedShare {
  share: Share;
  metadata: ArtifactMetadata;
}

/** What may be secret in what is to be shared; told before it is. */
export interface ShareSecrets {
  /** By where they come first. `line` as people see it, of the first one; `null`: in the title or the arguments. */
  found: { kind: string; line: number | null; count: number }[];
  /** There were too many to look any further. */
  isCut: boolean;
}

export const shareRequestSchema = z.strictObject({
  audience: shareAudienceSchema,
  expiresInSeconds: z.int().min(limits.shareMinSeconds).max(limits.shareMaxSeconds).optional(),
  lines: z.string().max(40).optional(),
  maxViews: z.int().min(1).max(limits.shareMaxViews).optional(),
});
export type ShareRequest = z.infer<typeof shareRequestSchema>;
