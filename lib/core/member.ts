import { z } from 'zod';

export const roleSchema = z.enum(['admin', 'member']);
export type Role = z.infer<typeof roleSchema>;

/** A person of the team, as they act. In local mode there is exactly one. */
export interface Member {
  id: string;
  name: string;
  role: Role;
}

/** What is stored of a person. Times are ISO 8601, UTC. */
export const memberRecordSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  role: roleSchema,
  createdAt: z.iso.datetime(),
  /** To the minute; `null`: they were invited and have not come yet. */
  lastSeenAt: z.iso.datetime().nullable(),
  /** Since when they may not come in; what they made stays under their name. `null`: they may. */
  removedAt: z.iso.datetime().nullable(),
  /** Sessions that began under an earlier one are over: raising it ends all of them at once. */
  epoch: z.int(),
});
export type MemberRecord = z.infer<typeof memberRecordSchema>;

/** A signed-in browser. Its token is known to that browser alone: the store has its hash. */
export const sessionSchema = z.object({
  id: z.string(),
  memberId: z.string(),
  /** The member's, when it began. */
  epoch: z.int(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** It ends here, however busy it is. */
  expiresAt: z.iso.datetime(),
  /** What the browser says it is, shortened. */
  browser: z.string(),
});
export type Session = z.infer<typeof sessionSchema>;

/** A link that lets one person in, once. */
export const inviteSchema = z.object({
  id: z.string(),
  role: roleSchema,
  /** Lets this member in again; `null`: whoever comes is new. */
  memberId: z.string().nullable(),
  createdBy: z.object({ id: z.string(), name: z.string() }),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type Invite = z.infer<typeof inviteSchema>;

export const memberOf = ({ id, name, role }: MemberRecord): Member => ({ id, name, role });
