import type { LedgerEntry } from '../../lib/core/ledger.ts';
import type { SavingsGrouping } from '../../lib/core/sums.ts';
import { periodQuery, type SavingsPeriod } from './savings-choice.ts';

/** A row of the savings: the group, and the days. */
export interface CallsOf extends SavingsPeriod {
  by: SavingsGrouping;
  key: string;
}

type Kind = LedgerEntry['kind'];

/** Of the page; the latest come first, unless a page of them ended at `cursor`. */
export const callsPath = ({ by, key, from, to }: CallsOf, kind: Kind = 'call', cursor?: string): string =>
  `/savings/calls?${new URLSearchParams({
    by,
    key,
    from,
    to,
    ...(kind === 'call' ? {} : { kind }),
    ...(cursor === undefined ? {} : { cursor }),
  })}`;

/** Of the API. */
export const callsUrl = (of: CallsOf, more: Record<string, string>): string =>
  `/api/savings/calls?${new URLSearchParams({ by: of.by, key: of.key, ...periodQuery(of), ...more })}`;
