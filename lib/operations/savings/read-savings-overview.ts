import { addDays, countDays, type Day } from '#lib/core/algorithms/utc-days.ts';
import type { SavingsOverview } from '#lib/core/api/savings-overview.ts';
import type { SavingsGrouping } from '#lib/core/vocabulary/ledger/sums.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import { tokenizerName } from '#lib/split/tokenizer.ts';
import { readSavings, readWeeks } from './read-savings.ts';

interface Asked {
  groupBy: SavingsGrouping;
  from: Day;
  /** Inclusive. */
  to: Day;
  isCompared: boolean;
}

/** All figures the savings page shows, for whole days, as far as a member may see them. */
export async function readSavingsOverview(
  services: Pick<Services, 'stores' | 'nowMs' | 'config'>,
  member: Member,
  { groupBy, from, to, isCompared }: Asked,
): Promise<SavingsOverview> {
  const end = addDays(to, 1);
  const readDays = (first: Day, last: Day) =>
    readSavings(services, member, { from: first, to: last, groupBy: 'day' });
  const [report, { groups: days }, before, weeks] = await Promise.all([
    readSavings(services, member, { from, to: end, groupBy }),
    readDays(from, end),
    isCompared ? readDays(addDays(from, -countDays(from, to)), from) : null,
    readWeeks(services, member, { to: end, groupBy }),
  ]);
  return {
    report,
    days,
    before: before && { totals: before.totals, days: before.groups },
    weeks,
    tokenizer: tokenizerName,
  };
}
