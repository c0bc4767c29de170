import { z } from 'zod';
import { jsonSchema } from '../json.ts';
import { stepUsageSchema } from './ledger.ts';

/** One model call as it was made, against which a count can be checked. */
export const recordedCallSchema = z.object({
  request: z.object({ prompt: z.array(jsonSchema), tools: z.array(jsonSchema) }),
  /** `null`: it failed. */
  reply: z
    .object({ text: z.string(), toolCalls: z.array(z.object({ name: z.string(), input: z.string() })) })
    .nullable(),
  /** As the provider reported it, plausible or not. */
  usage: z.record(z.keyof(stepUsageSchema), z.number().nullable()),
  error: z.string().nullable(),
});
export type RecordedCall = z.infer<typeof recordedCallSchema>;
