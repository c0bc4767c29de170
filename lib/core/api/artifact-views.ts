import { z } from 'zod';
import { relationSchema } from '../vocabulary/artifact.ts';
import { modelReadingSchema } from './model-reading-schema.ts';

/**
 * How the two views of an artifact relate, as the server determined; after a `mismatch`, neither is trusted.
 */
const checkedRelationSchema = z.enum([...relationSchema.options, 'mismatch']);
export type CheckedRelation = z.infer<typeof checkedRelationSchema>;

/** The result of checking the stored bytes against the log. */
const viewsCheckSchema = z.object({
  /** When the bytes were read. */
  checkedAt: z.iso.datetime(),
  recordedSha256: z.string(),
  /** SHA-256 of the bytes as they are stored now; `null`: they are missing. */
  actualSha256: z.string().nullable(),
  /**
   * Whether the stored view is the text that was sent according to the log; `null`: no view was stored for
   * this artifact.
   */
  isViewAsSent: z.boolean().nullable(),
});
export type ViewsCheck = z.infer<typeof viewsCheckSchema>;

/** What the model saw of an artifact. */
export const artifactViewsSchema = modelReadingSchema.extend({
  /** `null`: the model has not read any of it. */
  relation: checkedRelationSchema.nullable(),
  /** `null`: the artifact is still being written, or its bytes have expired. */
  check: viewsCheckSchema.nullable(),
  /** `null`: no call of this conversation created it. */
  toolCallId: z.string().nullable(),
});
export type ArtifactViews = z.infer<typeof artifactViewsSchema>;

export const isMatching = ({ recordedSha256, actualSha256, isViewAsSent }: ViewsCheck): boolean =>
  recordedSha256 === actualSha256 && isViewAsSent !== false;
