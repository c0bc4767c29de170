import type { Member, MemberRecord, Role } from './member.ts';

/** What one member is told of another. The rest admins see; `undefined`: not told. */
export interface ToldMember {
  id: string;
  name: string;
  role: Role;
  email?: string | null;
  createdAt?: string;
  lastSeenAt?: string | null;
  removedAt?: string | null;
}

/** The team, as `viewer` may know it: who was removed, admins see. */
export const tellTeam = (all: readonly MemberRecord[], viewer: Pick<Member, 'role'>): ToldMember[] => {
  const isAdmin = viewer.role === 'admin';
  return all
    .filter(({ removedAt }) => isAdmin || removedAt === null)
    .map(({ id, name, email, role, createdAt, lastSeenAt, removedAt }) =>
      isAdmin ? { id, name, email, role, createdAt, lastSeenAt, removedAt } : { id, name, role },
    );
};
