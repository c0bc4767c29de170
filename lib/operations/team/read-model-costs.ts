import { addDays, dayOf } from '#lib/core/algorithms/utc-days.ts';
import { addSums, noSums, type Sums } from '#lib/core/vocabulary/ledger/sums.ts';
import type { Services } from '#lib/services.ts';

const days = 30;

/**
 * What each model that was called cost in the last 30 days (UTC), in microdollars, by its ID; `null`: not known,
 * because it had no price for some of them.
 */
export async function readModelCosts({
  stores,
  nowMs,
}: Pick<Services, 'stores' | 'nowMs'>): Promise<Readonly<Record<string, number | null>>> {
  const tomorrow = addDays(dayOf(nowMs()), 1);
  const totals = new Map<string, Sums>();
  for (const { key, sums } of await stores.ledger.sums('model', addDays(tomorrow, -days), tomorrow)) {
    const total = totals.get(key) ?? noSums();
    addSums(total, sums);
    totals.set(key, total);
  }
  const called = [...totals].filter(([, { steps }]) => steps > 0);
  return Object.fromEntries(
    called.map(([id, { steps, costParts, costMicrodollars }]) => [
      id,
      costParts === steps ? costMicrodollars : null,
    ]),
  );
}
