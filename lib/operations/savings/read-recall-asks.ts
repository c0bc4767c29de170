import { addDays, dayOf } from '#lib/core/algorithms/utc-days.ts';
import { type AskRow, groupAsks, type RecallAsks } from '#lib/core/api/recall-asks.ts';
import type { CallEntry, LedgerEntry } from '#lib/core/vocabulary/ledger/ledger.ts';
import { firstCountedDay } from '#lib/core/vocabulary/ledger/recall-control.ts';
import { kindKey } from '#lib/core/vocabulary/ledger/sums.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import { hiddenGroups } from '../artifacts/hidden-groups.ts';

const maxRead = 500;

/**
 * What made the model recall views of one kind in a period, newest first, as far as a member may see it.
 * Reads only the days on which the sums say there were recalls.
 */
export async function readRecallAsks(
  services: Pick<Services, 'stores' | 'nowMs' | 'config'>,
  member: Member,
  key: string,
): Promise<RecallAsks> {
  const hiding = await hiddenGroups(services, member, 'conversation');
  const found = await findRecalls(services, key);
  const read = found.slice(0, maxRead);
  const rows = read.flatMap((entry) => (hiding(entry.conversationId) === null ? [askRow(entry)] : []));
  return {
    groups: groupAsks(rows),
    hiddenCount: read.length - rows.length,
    isCut: found.length > maxRead,
  };
}

/** Newest first. When the limit is reached, it still includes the whole day that exceeded it. */
async function findRecalls(
  { stores: { ledger }, nowMs }: Pick<Services, 'stores' | 'nowMs'>,
  key: string,
): Promise<CallEntry[]> {
  const tomorrow = addDays(dayOf(nowMs()), 1);
  const sums = await ledger.sums('kind', firstCountedDay(nowMs()), tomorrow, key);
  const found: CallEntry[] = [];
  for (const { day } of sums.filter(({ sums: { recalls } }) => recalls > 0).toReversed()) {
    const entries = await ledger.list(`${day}T00:00:00.000Z`, `${addDays(day, 1)}T00:00:00.000Z`);
    found.push(...entries.filter((entry): entry is CallEntry => isRecallOf(entry, key)).toReversed());
    if (found.length > maxRead) break;
  }
  return found;
}

const isRecallOf = (entry: LedgerEntry, key: string): boolean =>
  entry.kind === 'call' &&
  entry.success &&
  entry.recalledTool !== null &&
  kindKey(entry.recalledTool, entry.recalledKind) === key;

/** A recall is titled by the artifact it read and what it asked for. */
function askRow(entry: CallEntry): AskRow {
  const { id, timestamp, title, recallAsk, recalledArtifactId, conversationId, conversationTitle } = entry;
  const ask = recallAsk ?? '';
  return {
    id,
    timestamp,
    ask,
    title: ask !== '' && title.endsWith(` ${ask}`) ? title.slice(0, -ask.length - 1) : title,
    artifactId: recalledArtifactId,
    conversation: { id: conversationId, title: conversationTitle },
  };
}
