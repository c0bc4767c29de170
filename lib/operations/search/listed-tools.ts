import { addDays, dayOf } from '#lib/core/algorithms/utc-days.ts';
import type { Services } from '#lib/services.ts';

const days = 90;

/** The tools that were called lately, by name. */
export async function readListedTools({
  stores,
  nowMs,
}: Pick<Services, 'stores' | 'nowMs'>): Promise<string[]> {
  const today = dayOf(nowMs());
  const sums = await stores.ledger.sums('tool', addDays(today, -days), addDays(today, 1));
  return [...new Set(sums.map(({ key }) => key))].toSorted();
}
