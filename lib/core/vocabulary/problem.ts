import { z } from 'zod';

/** A failing test or an error that a command printed, and where its output shows it. */
const problemSchema = z
  .object({
    /** Line of the output, by the number people see. */
    line: z.number().int(),
    /** The test, the rule, or the text of the error itself. */
    name: z.string(),
    /** `null`: the name says everything. */
    message: z.string().nullable(),
    /** `src/rates.js:38`; `null`: no file is named. */
    location: z.string().nullable(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof problemSchema>;
export const problemsSchema = z.array(problemSchema);

/** Problems as a store has them: `location` was `place` in version 0.1. */
export const storedProblemsSchema = z.array(
  z.preprocess(
    (stored) =>
      typeof stored === 'object' && stored !== null && 'place' in stored
        ? { ...stored, location: stored.place }
        : stored,
    problemSchema,
  ),
);
