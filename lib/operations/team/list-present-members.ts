import type { PresentMember } from '#lib/core/api/present-member.ts';
import { pageLimits } from '#lib/core/page-limits.ts';
import type { Services } from '#lib/services.ts';

/** Members who were here in the last minutes, by name. */
export async function listPresentMembers({
  stores,
  nowMs,
}: Pick<Services, 'stores' | 'nowMs'>): Promise<PresentMember[]> {
  const since = new Date(nowMs() - pageLimits.presentMs).toISOString();
  return (await stores.members.list())
    .flatMap(({ id, name, lastSeenAt, removedAt }) =>
      removedAt === null && lastSeenAt !== null && lastSeenAt >= since ? [{ id, name, lastSeenAt }] : [],
    )
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}
