import type { Fact } from '../facts.ts';

/** Why a line is worth showing; a finding has its strongest reason. */
export type FindingReason =
  | 'severity'
  | 'rare'
  | 'number'
  /** Two of its numbers differ that are the same in the lines like it. */
  | 'unequal'
  /** The largest number of its shape, but not far from the others. */
  | 'largest'
  | 'pause'
  | 'leader'
  | 'value'
  | 'total'
  | 'edge'
  | 'context'
  | 'count';

/**
 * Something the general engine can state about a result from its form alone, weighted by its use to a reader.
 */
export interface Finding extends Fact {
  weight: number;
  /** Displayed number of its line in the text; `null`: it is about the whole text. */
  position: number | null;
  reason: FindingReason;
  /** Identifies the shape of its line: once one such line is shown, the others are worth less. */
  shape: number | null;
  /** Its line is one of few of its shape, which differ from each other. */
  isOfFew?: boolean;
  /** Context that is shown only beside this finding: the head of its block, the lines after it. */
  needs: Finding | null;
}

/** What the general engine found in a result. */
export interface Findings {
  all: readonly Finding[];
  /** Something went wrong, or a line says so. */
  isTroubled: boolean;
  /** At least one line is unlike all others. */
  hasOdd: boolean;
  /** Lines that are not blank. */
  filledLines: number;
  /** Lines that mention an error. */
  errorLines: number;
  /** The line number with half of the lines after it. */
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
