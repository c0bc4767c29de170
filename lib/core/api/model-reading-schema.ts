import { z } from 'zod';
import { maskedSecretSchema } from '../vocabulary/events.ts';

/** A run with steps (model calls, numbered from 1) after a result. */
const runStepsSchema = z.object({
  runId: z.string(),
  steps: z.number().int(),
  /** The steps whose calls carried the result, both inclusive. `null`: it came with the last step. */
  sent: z.object({ from: z.number().int(), to: z.number().int() }).nullable(),
});
export type RunSteps = z.infer<typeof runStepsSchema>;

/** One time the model asked for more of a result. */
const recallSchema = z.object({
  toolCallId: z.string(),
  runId: z.string(),
  /** The step that asked. */
  step: z.number().int(),
  by: z.enum(['lines', 'query', 'jsonPath']),
  asked: z.string(),
  sentTokens: z.number().int(),
});
export type Recall = z.infer<typeof recallSchema>;

/** How the model used a result. */
export const modelReadingSchema = z.object({
  /** The run of the call, and those after it. Runs without a step are left out. */
  runs: z.array(runStepsSchema),
  recalls: z.array(recallSchema),
  masked: z.array(maskedSecretSchema),
});
export type ModelReading = z.infer<typeof modelReadingSchema>;
