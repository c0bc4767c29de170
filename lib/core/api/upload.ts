import { z } from 'zod';
import { artifactTypeSchema, dimensionsSchema } from '../vocabulary/artifact.ts';

/** An artifact that was uploaded, and what it would cost to send it. */
export const uploadSchema = z.object({
  artifactId: z.string(),
  title: z.string(),
  type: artifactTypeSchema,
  byteLength: z.int(),
  lineCount: z.int().nullable().describe('`null`: it is not text'),
  dimensions: dimensionsSchema.nullable().describe('Set for images'),
  tokens: z.int().nullable().describe('Of all of it; `null`: it is not text'),
  isEstimated: z.literal(true).optional().describe('The tokens of a long text are estimated from samples'),
  viewTokens: z
    .int()
    .describe('Of its assistant view, which the model reads unless a message says otherwise'),
});
export type Upload = z.infer<typeof uploadSchema>;
