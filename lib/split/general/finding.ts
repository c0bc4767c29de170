import type { Fact } from '../facts.ts';

/** Why a line is worth showing; the strongest reason names it. */
export type FindingReason =
  | 'severity'
  | 'rare'
  | 'number'
  | 'leader'
  | 'value'
  | 'total'
  | 'edge'
  | 'context'
  | 'count';

/** Something that the general engine can say of a result, true by its form, and how much a reader wants it. */
export interface Finding extends Fact {
  weight: number;
  /** Line of the text that was read, as people see its numbers; `null`: it is about all of them. */
  position: number | null;
  reason: FindingReason;
  /** The lines that are alike say less once one of them is shown. */
  shape: number | null;
  /** Shown only beside it: the head of its block, what follows it. */
  needs: Finding | null;
}

/** What the general engine found in a result. */
export interface Findings {
  all: readonly Finding[];
  /** Something went wrong, or says so. */
  isTroubled: boolean;
  /** A line is unlike all others. */
  hasOdd: boolean;
  /** Lines that are not blank. */
  filledLines: number;
  /** Lines that mention an error. */
  errorLines: number;
  /** Half of the lines are below it. */
  middlePosition: number;
}

export const noFindings: Findings = {
  all: [],
  isTroubled: false,
  hasOdd: false,
  filledLines: 0,
  errorLines: 0,
  middlePosition: 0,
};
