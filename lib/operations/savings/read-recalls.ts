import type { RecallsReport } from '#lib/core/api/recalls-report.ts';
import type { KindReading } from '#lib/core/vocabulary/ledger/kind-reading.ts';
import type { Services } from '#lib/services.ts';

/** Recall rates of each kind of view, and the changes to their budgets: the same for every member. */
export async function readRecalls({
  stores,
  viewBudgets,
}: Pick<Services, 'stores' | 'viewBudgets'>): Promise<RecallsReport> {
  const [{ widening = false }, kinds, widenings] = await Promise.all([
    stores.settings.get(),
    viewBudgets.readKinds(),
    viewBudgets.listWidenings(),
  ]);
  return { isWidening: widening, kinds: kinds.filter(isViewOfPart).toSorted(byUrgency), widenings };
}

/** A result that the model read whole and never recalled says nothing about views. */
const isViewOfPart = ({ summarizer, recalls }: KindReading): boolean => summarizer !== null || recalls > 0;

const byUrgency = (one: KindReading, other: KindReading): number =>
  Number(other.remedy !== null) - Number(one.remedy !== null) ||
  other.recalls - one.recalls ||
  other.calls - one.calls;
