import { dayMs, dayOf } from '#lib/core/algorithms/utc-days.ts';
import { VitrineError } from '#lib/core/errors.ts';
import {
  addEntries,
  addToGroup,
  type SavingsReport,
  type SummedGroups,
  toGroups,
  totalOf,
} from '#lib/core/vocabulary/ledger/savings.ts';
import type { SavingsGrouping } from '#lib/core/vocabulary/ledger/sums.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import { type Hiding, hiddenGroups } from '../artifacts/hidden-groups.ts';

export interface Period {
  /** Inclusive, an ISO date or instant; default 30 days before `to`. */
  from?: string | undefined;
  /** Exclusive; default now. */
  to?: string | undefined;
}

type Needed = Pick<Services, 'stores' | 'nowMs' | 'config'>;

/** The figures of a period, derived from the ledger, as far as a member may see them. */
export async function readSavings(
  services: Needed,
  member: Member,
  { groupBy, ...asked }: Period & { groupBy: SavingsGrouping },
): Promise<SavingsReport> {
  const period = resolvePeriod(services, asked);
  const [days, groups, hiding] = await Promise.all([
    sumPeriod(services, period, 'day'),
    groupBy === 'day' ? null : sumPeriod(services, period, groupBy),
    hiddenGroups(services, member, groupBy),
  ]);
  return { ...period, totals: totalOf(days), groups: toGroups(hide(groups ?? days, hiding)) };
}

/**
 * Resolves both ends of a period to instants.
 * @throws VitrineError `invalid_request`
 */
export function resolvePeriod(
  { nowMs }: Pick<Services, 'nowMs'>,
  { from, to }: Period,
): { from: string; to: string } {
  const toMs = to === undefined ? nowMs() : Math.min(Date.parse(to), latestMs);
  const fromMs = from === undefined ? toMs - 30 * dayMs : Date.parse(from);
  if (fromMs > toMs) throw new VitrineError('invalid_request', 'from must not be after to');
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
}

/** A UTC offset may move the last day into a five-digit year, which does not sort with the others. */
const latestMs = Date.parse('9999-12-31');

/** Whole days (UTC) use the stored sums; partial days are summed entry by entry. */
async function sumPeriod(
  { stores: { ledger }, nowMs }: Needed,
  { from, to }: { from: string; to: string },
  groupBy: SavingsGrouping,
): Promise<SummedGroups> {
  const firstWhole = startOfDay(Date.parse(from) + dayMs - 1);
  const endOfWhole = endOfWholeDays(Date.parse(to), nowMs());
  const groups: SummedGroups = new Map();
  if (firstWhole >= endOfWhole) {
    addEntries(groups, await ledger.list(from, to), groupBy);
    return groups;
  }
  const [before, days, after] = await Promise.all([
    firstWhole === Date.parse(from) ? [] : ledger.list(from, iso(firstWhole)),
    ledger.sums(groupBy, dayOf(firstWhole), dayOf(endOfWhole)),
    endOfWhole >= Date.parse(to) ? [] : ledger.list(iso(endOfWhole), to),
  ]);
  addEntries(groups, before, groupBy);
  for (const { key, label, sums } of days) addToGroup(groups, key, label, sums);
  addEntries(groups, after, groupBy);
  return groups;
}

/**
 * No entry is later than now, so a period up to now includes all of today. A minute allows for the clock
 * moving on meanwhile.
 */
const endOfWholeDays = (toMs: number, nowMs: number): number =>
  toMs < nowMs - 60_000 ? startOfDay(toMs) : Math.max(startOfDay(toMs), startOfDay(nowMs) + dayMs);

/** Merges the groups a member may not see individually into one. */
function hide(groups: SummedGroups, hiding: Hiding): SummedGroups {
  const shown: SummedGroups = new Map();
  for (const [key, { label, sums }] of groups) {
    const known = hiding(key) ?? { key, label };
    addToGroup(shown, known.key, known.label, sums);
  }
  return shown;
}

const weekMs = 7 * dayMs;
const shownWeeks = 12;

/** Withheld tokens by week, oldest first, the last week ending on the day of `to`; by group key. */
export async function readWeeks(
  services: Needed,
  member: Member,
  { to, groupBy }: { to: string; groupBy: SavingsGrouping },
): Promise<Record<string, number[]>> {
  const end = startOfDay(Date.parse(to) - 1) + dayMs;
  const start = end - shownWeeks * weekMs;
  const [days, hiding] = await Promise.all([
    services.stores.ledger.sums(groupBy, dayOf(start), dayOf(end)),
    hiddenGroups(services, member, groupBy),
  ]);
  const weeks = new Map<string, number[]>();
  for (const { day: of, key: own, sums } of days) {
    const key = hiding(own)?.key ?? own;
    const row = weeks.get(key) ?? Array.from({ length: shownWeeks }, () => 0);
    const week = Math.floor((Date.parse(of) - start) / weekMs);
    row[week] = (row[week] ?? 0) + sums.fullTokens - sums.sentTokens;
    weeks.set(key, row);
  }
  return Object.fromEntries(weeks);
}

const startOfDay = (ms: number): number => Math.floor(ms / dayMs) * dayMs;
const iso = (ms: number): string => new Date(ms).toISOString();
