import type { ReplayFigures, SplitSide } from './replay.ts';

export interface FigureDifference {
  figure: keyof ReplayFigures;
  told: number | boolean | null;
  recounted: number | boolean | null;
}

export interface RecountedRun {
  task: string;
  split: SplitSide;
  /** `null`: its raw run is not there, or cannot be read. */
  differences: readonly FigureDifference[] | null;
}

/** What a second count of a replay found. */
export interface RecountedReplay {
  runs: readonly RecountedRun[];
}
