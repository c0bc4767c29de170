import type { SavingsFigures } from './savings.ts';
import type { SavingsGrouping } from './sums.ts';

/** Above it, what the model is shown is too thin. */
export const highRecallRate = 0.15;

type Counted = Pick<SavingsFigures, 'calls' | 'recalls'>;

/**
 * How many of the calls that are no recalls the model came back to. By tool a recall is a call of its own tool, and stands at
 * another; in every other group it stands beside the calls it came back to. `null`: there are none.
 */
export function recallRate(figures: Counted, groupBy: SavingsGrouping = 'day'): number | null {
  const others = callsThatRead(figures, groupBy);
  return others > 0 ? figures.recalls / others : null;
}

/** Calls that are no recalls. */
export const callsThatRead = ({ calls, recalls }: Counted, groupBy: SavingsGrouping = 'day'): number =>
  Math.max(0, groupBy === 'tool' ? calls : calls - recalls);
