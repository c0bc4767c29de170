import type { LedgerEntry } from '#lib/core/vocabulary/ledger/ledger.ts';
import type { SavingsGrouping } from '#lib/core/vocabulary/ledger/sums.ts';
import { periodQuery, type SavingsPeriod } from './savings-choice.ts';

/** Identifies a row of the savings table: its group, and the days. */
export interface CallsOf extends SavingsPeriod {
  by: SavingsGrouping;
  key: string;
}

type Kind = LedgerEntry['kind'];

/** The page's path; shows the latest rows, or those after `cursor`, where a page ended. */
export const callsPath = ({ by, key, from, to }: CallsOf, kind: Kind = 'call', cursor?: string): string =>
  `/savings/calls?${new URLSearchParams({
    by,
    key,
    from,
    to,
    ...(kind === 'call' ? {} : { kind }),
    ...(cursor === undefined ? {} : { cursor }),
  })}`;

/** The API's path for the same rows. */
export const callsUrl = (of: CallsOf, more: Record<string, string>): string =>
  `/api/savings/calls?${new URLSearchParams({ by: of.by, key: of.key, ...periodQuery(of), ...more })}`;
