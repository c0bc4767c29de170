import { z } from 'zod';
import { relationSchema } from '../vocabulary/artifact.ts';
import { modelReadingSchema } from './model-reading-schema.ts';

/**
 * How the two views of an artifact relate, as the server determined; after a `mismatch`, neither is trusted.
 */
const checkedRelationSchema = z.enum([...relationSchema.options, 'mismatch']);
export type CheckedRelation = z.infer<typeof checkedRelationSchema>;

/** The result of checking the stored bytes against the log. */
const sidesCheckSchema = z.object({
  /** When the bytes were read. */
  checkedAt: z.iso.datetime(),
  recordedSha256: z.string(),
  /** SHA-256 of the bytes as they are stored now; `null`: they are missing. */
  foundSha256: z.string().nullable(),
  /**
   * Whether the stored view is the text that was sent according to the log; `null`: no view was stored for
   * this artifact.
   */
  isViewAsSent: z.boolean().nullable(),
});
export type SidesCheck = z.infer<typeof sidesCheckSchema>;

/** What the model saw of an artifact. */
export const artifactSidesSchema = modelReadingSchema.extend({
  /** `null`: the model has not read any of it. */
  relation: checkedRelationSchema.nullable(),
  /** `null`: the artifact is still being written, or its bytes have expired. */
  check: sidesCheckSchema.nullable(),
  /** `null`: no call of this conversation created it. */
  toolCallId: z.string().nullable(),
});
export type ArtifactSides = z.infer<typeof artifactSidesSchema>;

export const isMatching = ({ recordedSha256, foundSha256, isViewAsSent }: SidesCheck): boolean =>
  recordedSha256 === foundSha256 && isViewAsSent !== false;
