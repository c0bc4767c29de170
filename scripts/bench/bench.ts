import type { Belongings } from './belongings.ts';

/** What every table receives. */
export interface Bench {
  /** Few rounds, to check that it works: the figures are not reliable. */
  isQuick: boolean;
  belongings: Belongings;
}
