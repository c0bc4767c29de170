import { z } from 'zod';

/** Lines of a file around a match, including the match. */
export const matchContextSchema = z.object({
  /** Relative to the workspace. */
  path: z.string(),
  /** Number of the first line in the file. */
  from: z.number().int(),
  lines: z.array(z.string()),
  /** Number of lines in the file. */
  total: z.number().int(),
  /**
   * Lines longer than the limit, which are cut, by their number in the file, with their full length in bytes.
   */
  cut: z.array(z.object({ line: z.number().int(), byteLength: z.number().int() })),
});
export type MatchContext = z.infer<typeof matchContextSchema>;
