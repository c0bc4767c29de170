import type { LedgerEntry } from '../../lib/core/ledger.ts';
import { addSums, type DaySums, dayOf, noSums, partsOf, type SumGrouping } from '../../lib/core/sums.ts';

/** What a store is to hold as the sums of these, made of the entries themselves. */
export function foldEntries(entries: readonly LedgerEntry[], groupBy: SumGrouping): DaySums[] {
  const groups = new Map<string, DaySums>();
  for (const entry of entries) {
    for (const { key, label, sums } of partsOf(entry, groupBy)) {
      const id = `${dayOf(entry)} ${key}`;
      const group = groups.get(id) ?? { day: dayOf(entry), key, label, sums: noSums() };
      group.label = label;
      addSums(group.sums, sums);
      groups.set(id, group);
    }
  }
  return inOrder([...groups.values()]);
}

export const inOrder = (sums: DaySums[]): DaySums[] =>
  sums.toSorted((a, b) => (`${a.day} ${a.key}` < `${b.day} ${b.key}` ? -1 : 1));
