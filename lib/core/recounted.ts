/** More is asked for by parts: it would hold the server up. */
export const mostRecountedDays = 31;

/** A figure that is not what it was counted to be again. */
export interface Difference {
  /** Of which group, or of which call. */
  of: string;
  figure: string;
  told: number;
  counted: number;
}

export interface Recounted {
  from: string;
  to: string;
  /** Of the ledger, each read once more. */
  entries: number;
  /** Groups of days that were added up again. */
  groups: number;
  /** Calls whose artifact is still stored and was counted again; the others have expired. */
  artifacts: number;
  expired: number;
  /** The first of them; none: every figure is what it was told to be. */
  differences: Difference[];
}
