import { z } from 'zod';

/** Lines of a file around a match, the match among them. */
export const matchContextSchema = z.object({
  /** Relative to the workspace. */
  path: z.string(),
  /** Number of the first line in the file. */
  from: z.number().int(),
  lines: z.array(z.string()),
  /** Lines of the file. */
  total: z.number().int(),
  /** Lines longer than the limit, by their number in the file: cut, with their full length in bytes. */
  cut: z.array(z.object({ line: z.number().int(), byteLength: z.number().int() })),
});
export type MatchContext = z.infer<typeof matchContextSchema>;
