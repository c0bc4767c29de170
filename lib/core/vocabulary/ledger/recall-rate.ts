import type { SavingsFigures } from './savings.ts';
import type { SavingsGrouping } from './sums.ts';

/** Above this rate, the views are too short for the model. */
export const highRecallRate = 0.15;

type Counted = Pick<SavingsFigures, 'calls' | 'recalls'>;

/**
 * The share of calls, without recalls, for which the model asked for more. By tool, a recall counts as a call
 * of its own tool and is recorded at the tool it read from; in every other group, it is in the same group as
 * the calls it read from. `null`: there are no calls.
 */
export function recallRate(figures: Counted, groupBy: SavingsGrouping = 'day'): number | null {
  const others = callsThatRead(figures, groupBy);
  return others > 0 ? figures.recalls / others : null;
}

/** Number of calls that are not recalls. */
export const callsThatRead = ({ calls, recalls }: Counted, groupBy: SavingsGrouping = 'day'): number =>
  Math.max(0, groupBy === 'tool' ? calls : calls - recalls);
