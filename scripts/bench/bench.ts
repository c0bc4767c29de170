import type { Belongings } from './belongings.ts';

/** What every table is given. */
export interface Bench {
  /** Few rounds, to see that it works: the figures mean little. */
  isQuick: boolean;
  belongings: Belongings;
}
