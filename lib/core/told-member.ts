import type { z } from 'zod';
import { type Member, type MemberRecord, memberRecordSchema } from './member.ts';

/** A member as another one sees them. Only admins get the optional fields. */
export const toldMemberSchema = memberRecordSchema
  .pick({ email: true, createdAt: true, lastSeenAt: true, removedAt: true })
  .partial()
  .extend(memberRecordSchema.pick({ id: true, name: true, role: true }).shape);
export type ToldMember = z.infer<typeof toldMemberSchema>;

/** The team, as `viewer` may know it: who was removed, admins see. */
export const tellTeam = (all: readonly MemberRecord[], viewer: Pick<Member, 'role'>): ToldMember[] => {
  const isAdmin = viewer.role === 'admin';
  return all
    .filter(({ removedAt }) => isAdmin || removedAt === null)
    .map(({ id, name, email, role, createdAt, lastSeenAt, removedAt }) =>
      isAdmin ? { id, name, email, role, createdAt, lastSeenAt, removedAt } : { id, name, role },
    );
};
