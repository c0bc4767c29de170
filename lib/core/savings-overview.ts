import type { SavingsFigures, SavingsGroup, SavingsReport } from './savings.ts';

/** All that the savings page shows of a period; read as one, so that its parts are of one moment. */
export interface SavingsOverview {
  /** By what was asked for. */
  report: SavingsReport;
  /** The same by day; days without anything are left out. */
  days: SavingsGroup[];
  /** Of as many days before; `null`: not asked for. */
  before: { totals: SavingsFigures; days: SavingsGroup[] } | null;
  /** Withheld by week, the 12 up to the last day, oldest first; by the key of a group. */
  weeks: Record<string, number[]>;
  /** What counts the tokens. */
  tokenizer: string;
}
