import type { PresentMember } from '#lib/core/api/present-member.ts';
import { pageLimits } from '#lib/core/page-limits.ts';
import type { Services } from '#lib/services.ts';
import { isActive } from '#lib/team/members.ts';

/** Members who were here in the last minutes, by name, and whether the caller is the only one of the team. */
export async function listPresentMembers({
  stores,
  nowMs,
}: Pick<Services, 'stores' | 'nowMs'>): Promise<{ members: PresentMember[]; isAlone: boolean }> {
  const active = (await stores.members.list()).filter(isActive);
  const members = active
    .flatMap(({ id, name, lastSeenAt }) => {
      const agoMs = lastSeenAt === null ? Number.POSITIVE_INFINITY : nowMs() - Date.parse(lastSeenAt);
      if (agoMs > pageLimits.presentMs) return [];
      return [{ id, name, idleMinutes: agoMs < pageLimits.idleMs ? 0 : Math.floor(agoMs / 60_000) }];
    })
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
  return { members, isAlone: active.length === 1 };
}
