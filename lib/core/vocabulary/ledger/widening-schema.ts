import { z } from 'zod';
import { widenedSchema } from './widening-event.ts';

/** One step by which the views of a kind got more room. */
export const wideningSchema = widenedSchema
  .omit({ type: true })
  .extend({
    /** `null`: it is in effect. */
    undone: z
      .object({ timestamp: z.iso.datetime(), by: z.object({ id: z.string(), name: z.string() }) })
      .nullable(),
  })
  .meta({ id: 'Widening' });
export type Widening = z.infer<typeof wideningSchema>;
