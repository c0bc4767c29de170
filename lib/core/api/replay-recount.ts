import { z } from 'zod';
import { replayFiguresSchema, splitSideSchema } from '../vocabulary/ledger/replay.ts';

const figure = z.union([z.number(), z.boolean()]).nullable();

const figureDifferenceSchema = z.object({
  figure: replayFiguresSchema.keyof(),
  /** As stored. */
  stored: figure,
  recounted: figure,
});
export type FigureDifference = z.infer<typeof figureDifferenceSchema>;

const recountedRunSchema = z.object({
  task: z.string(),
  round: z.int().positive(),
  split: splitSideSchema,
  /** `null`: its raw run is missing or cannot be read. */
  differences: z.array(figureDifferenceSchema).readonly().nullable(),
});
export type RecountedRun = z.infer<typeof recountedRunSchema>;

/** Result of counting a replay a second time. */
export const recountedReplaySchema = z.object({ runs: z.array(recountedRunSchema).readonly() });
export type RecountedReplay = z.infer<typeof recountedReplaySchema>;
