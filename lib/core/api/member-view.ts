import type { z } from 'zod';
import { type Member, type MemberRecord, memberRecordSchema } from '../vocabulary/team/member.ts';

/** A member as another one sees them. Only admins get the optional fields. */
export const memberViewSchema = memberRecordSchema
  .pick({ email: true, createdAt: true, lastSeenAt: true, removedAt: true, erasedAt: true })
  .partial()
  .extend(memberRecordSchema.pick({ id: true, name: true, role: true }).shape);
export type MemberView = z.infer<typeof memberViewSchema>;

/** The team as `viewer` may see it: only admins see removed members. */
export const teamMemberOf = (all: readonly MemberRecord[], viewer: Pick<Member, 'role'>): MemberView[] => {
  const isAdmin = viewer.role === 'admin';
  return all
    .filter(({ removedAt }) => isAdmin || removedAt === null)
    .map(({ id, name, email, role, createdAt, lastSeenAt, removedAt, erasedAt }) =>
      isAdmin ? { id, name, email, role, createdAt, lastSeenAt, removedAt, erasedAt } : { id, name, role },
    );
};
