import { z } from 'zod';

/** What was found of one thing that a server needs, and what to do about it. */
export const serverCheckSchema = z
  .object({
    name: z.string(),
    /** `warning`: it works, with less than it could. `fault`: something does not work. */
    outcome: z.enum(['ok', 'warning', 'fault']),
    finding: z.string(),
    /** `null`: there is nothing to do. */
    advice: z.string().nullable(),
  })
  .meta({ id: 'ServerCheck' });
export type ServerCheck = z.infer<typeof serverCheckSchema>;
