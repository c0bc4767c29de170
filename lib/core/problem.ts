import { z } from 'zod';

/** A failing test or an error that a command printed, and where its output tells of it. */
const problemSchema = z
  .object({
    /** Of the output, by the number people see. */
    line: z.number().int(),
    /** The test, the rule, or the words of the error themselves. */
    name: z.string(),
    /** `null`: its name says all. */
    message: z.string().nullable(),
    /** `src/rates.js:38`; `null`: it names no file. */
    place: z.string().nullable(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof problemSchema>;
export const problemsSchema = z.array(problemSchema);
