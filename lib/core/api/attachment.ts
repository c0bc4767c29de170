import { z } from 'zod';
import { limits } from '../limits.ts';
import { attachedAsSchema } from '../vocabulary/events.ts';
import { idSchema } from '../vocabulary/ids.ts';

/**
 * What a person attaches to a message for the model: an artifact, or lines of it by the numbers people see
 * (`L40-L62`).
 */
const attachmentRequestSchema = z.strictObject({
  artifactId: idSchema,
  lines: z.string().max(40).optional(),
  as: attachedAsSchema
    .optional()
    .describe(
      'What the model reads: `text`, or `view`, its assistant view. Default: `view` for what members gave, unless `lines` are named; else `text`',
    ),
});
export type AttachmentRequest = z.infer<typeof attachmentRequestSchema>;

export const attachmentRequestsSchema = z
  .array(attachmentRequestSchema)
  .max(limits.messageAttachments)
  .refine((requests) => new Set(requests.map(keyOf)).size === requests.length, {
    error: 'the same artifact is attached twice',
  });

const keyOf = ({ artifactId, lines = '' }: AttachmentRequest): string => `${artifactId} ${lines}`;
