import { dayMs } from '#lib/core/algorithms/utc-days.ts';
import { retentionChoices } from '#lib/core/vocabulary/team/retention.ts';
import type { Services } from '#lib/services.ts';
import { isUnchangedSince } from './apply-retention.ts';

/** By the number of days that can be chosen: how many conversations would be deleted now at most, also those that the admin may not read. */
export async function readRetentionPreview({
  stores,
  nowMs,
}: Pick<Services, 'stores' | 'nowMs'>): Promise<Readonly<Record<number, number>>> {
  const [conversations, pending] = await Promise.all([
    stores.conversations.list(),
    stores.leases.listPending(),
  ]);
  return Object.fromEntries(
    retentionChoices.map((days) => {
      const since = new Date(nowMs() - days * dayMs).toISOString();
      return [days, conversations.filter((one) => isUnchangedSince(since, one, pending)).length];
    }),
  );
}
