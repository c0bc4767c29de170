import { z } from 'zod';

/** One of two results that are compared. */
const comparedRunSchema = z.object({
  artifactId: z.string(),
  createdAt: z.iso.datetime(),
  lineCount: z.number().int(),
});
export type ComparedRun = z.infer<typeof comparedRunSchema>;

/** What changed between two results, from the older to the newer. */
export const comparisonSchema = z.object({
  before: comparedRunSchema,
  after: comparedRunSchema,
  /** Number of lines. */
  added: z.number().int(),
  deleted: z.number().int(),
  /** Two runs of a command whose outputs differ only in how long things took. */
  differsInTimes: z.boolean(),
  /**
   * A unified diff of the texts as people read them, without lines that differ only in times; empty if they
   * are equal.
   */
  diff: z.string(),
  /** Failures of the older run, by name, that the newer one does not have. */
  fixed: z.array(z.string()),
  /** Failures of the newer run, by name, that the older one does not have. */
  broken: z.array(z.string()),
});
export type Comparison = z.infer<typeof comparisonSchema>;
