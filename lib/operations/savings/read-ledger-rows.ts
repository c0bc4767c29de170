import { dayMs } from '#lib/core/algorithms/utc-days.ts';
import { callRow, isOfGroup, type LedgerPage, stepRow } from '#lib/core/api/ledger-row.ts';
import { notFound } from '#lib/core/errors.ts';
import type { LedgerEntry } from '#lib/core/vocabulary/ledger/ledger.ts';
import type { SavingsGrouping } from '#lib/core/vocabulary/ledger/sums.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import { listConversations } from '../access.ts';
import { canHide, hiddenGroups, hiddenKey, mayNamePeople } from '../artifacts/hidden-groups.ts';
import { type Period, resolvePeriod } from './read-savings.ts';

interface Asked extends Period {
  by: SavingsGrouping;
  /** Key of a group, in the figures grouped by `by`. */
  key: string;
  kind: 'call' | 'step';
  /** Where the previous page ended. */
  cursor?: string | undefined;
  limit: number;
}

/**
 * The entries that make up a group's figures, newest first, as far as a member may see them. Reads only the
 * days on which the sums say the group has entries.
 * @throws VitrineError `invalid_request`, `not_found` for a group that they may not see
 */
export async function readLedgerRows(
  services: Pick<Services, 'stores' | 'nowMs' | 'config'>,
  member: Member,
  asked: Asked,
): Promise<LedgerPage> {
  const { ledger } = services.stores;
  const { by, key, kind, limit } = asked;
  const period = resolvePeriod(services, asked);
  const [hiding, conversations, namesPeople] = await Promise.all([
    hiddenGroups(services, member, by),
    hiddenGroups(services, member, 'conversation'),
    mayNamePeople(services, member),
  ]);
  if (hiding(key) !== null) throw notFound();
  const isOthers = key === hiddenKey && canHide.has(by);
  const hasKey = (own: string) => (isOthers ? hiding(own) !== null : own === key);

  const found: LedgerEntry[] = [];
  // Days that earlier pages have shown are not read again.
  const lastDay = asked.cursor?.slice(0, 10) ?? latestDay;
  for (const day of await daysOf(services, period, by, isOthers ? undefined : key)) {
    if (day > lastDay) continue;
    const from = [`${day}T00:00:00.000Z`, period.from].sort()[1] ?? day;
    const to = [nextDay(day), period.to].sort()[0] ?? day;
    const entries = await ledger.list(from, to);
    for (const entry of entries.reverse()) {
      if ((entry.kind === 'step') !== (kind === 'step') || !isOfGroup(entry, by, hasKey)) continue;
      if (asked.cursor === undefined || cursorOf(entry) < asked.cursor) found.push(entry);
    }
    if (found.length > limit) break;
  }
  const shown = found.slice(0, limit);
  const recalls = await readRecalls(services, shown, period.to);
  const there = new Set((await listConversations(services, member)).map(({ id: known }) => known));
  const last = shown.at(-1);
  return {
    cursor: found.length > limit && last ? cursorOf(last) : null,
    entries: shown.map((entry) => {
      const { id, timestamp, conversationId, conversationTitle } = entry;
      const row = {
        id,
        timestamp,
        conversation:
          conversations(conversationId) === null ? { id: conversationId, title: conversationTitle } : null,
        member: namesPeople || entry.member.id === member.id ? entry.member.name : null,
      };
      if (entry.kind === 'step') return stepRow(entry, row, by, hasKey);
      const result = callRow(
        entry,
        row,
        entry.kind === 'reversal' ? 0 : (recalls.get(entry.artifactId ?? '') ?? 0),
      );
      // A deleted conversation took its artifacts with it, so there is nothing to link to.
      return there.has(conversationId) ? result : { ...result, artifactId: null };
    }),
  };
}

/** Timestamps have a fixed length, so cursors sort in the order of entries. */
const cursorOf = ({ timestamp, id }: LedgerEntry): string => `${timestamp}~${id}`;

const nextDay = (day: string): string => new Date(Date.parse(day) + dayMs).toISOString();

/** Years with more digits do not sort with the others, and no entry has one. */
const latestDay = '9999-12-31';

const dayAfter = (instant: string): string =>
  instant < latestDay ? nextDay(instant.slice(0, 10)).slice(0, 10) : latestDay;

/** The days of a period on which a group has entries, latest first. */
async function daysOf(
  { stores: { ledger } }: Pick<Services, 'stores'>,
  { from, to }: { from: string; to: string },
  by: SavingsGrouping,
  key: string | undefined,
): Promise<string[]> {
  const sums = await ledger.sums(by, from.slice(0, 10), dayAfter(to), key);
  return [...new Set(sums.map(({ day }) => day))].toSorted().reverse();
}

/** How often the model recalled each artifact. */
async function readRecalls(
  { stores: { ledger } }: Pick<Services, 'stores'>,
  entries: readonly LedgerEntry[],
  to: string,
): Promise<Map<string, number>> {
  const recalls = new Map<string, number>();
  const oldest = entries.at(-1);
  if (!oldest || oldest.kind === 'step') return recalls;
  for (const { key, sums } of await ledger.sums('artifact', oldest.timestamp.slice(0, 10), dayAfter(to))) {
    recalls.set(key, (recalls.get(key) ?? 0) + sums.recalls);
  }
  return recalls;
}
