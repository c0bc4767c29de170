import { limits } from '../core/limits.ts';
import type { MemberRecord } from '../core/vocabulary/team/member.ts';
import { namesOfMembers, renamed, toMemberName, toUniqueName } from '../core/vocabulary/team/member-name.ts';
import type { Stores } from '../stores/stores.ts';
import type { Identity } from './identity-provider.ts';

interface Needs {
  stores: Pick<Stores, 'members'>;
  nowMs: () => number;
}

/**
 * The member for a person, created when they first sign in. Address, groups and role follow the provider, and the name until they
 * choose one themselves; a name that somebody else has, or that looks the same, gets a number.
 * @returns `null`: they were removed, or the team is full
 */
export async function admitIdentity(
  { stores, nowMs }: Needs,
  { memberId, name, email, isAdmin, groups }: Identity,
): Promise<MemberRecord | null> {
  const now = new Date(nowMs()).toISOString();
  const [admitted] = await stores.members.change((members) => {
    const known = members.find(({ id }) => id === memberId);
    if (known ? known.removedAt !== null : members.length >= limits.members) return [];
    const role = isAdmin === null ? (known?.role ?? 'member') : isAdmin ? 'admin' : 'member';
    const first = { id: memberId, createdAt: now, lastSeenAt: null, removedAt: null, epoch: 1 };
    const others = namesOfMembers(members.filter(({ id }) => id !== memberId));
    const unique = toUniqueName(toMemberName(name) || 'Somebody', others);
    const shown = known?.hasOwnName ? known.name : unique;
    return [
      {
        ...(known ?? first),
        ...(known ? renamed(known, shown) : { name: shown }),
        email: email && toMemberName(email),
        role,
        provider: { groups: [...groups], at: now },
      },
    ];
  });
  return admitted ?? null;
}
