import { z } from 'zod';
import type { ClosedWorkspaces } from './workspace-access.ts';

export const roleSchema = z.enum(['admin', 'member']);
export type Role = z.infer<typeof roleSchema>;

/** A person of the team who acts. In local mode there is exactly one. */
export interface Member {
  id: string;
  name: string;
  role: Role;
  /** Workspaces that are closed to them; absent: none is. */
  closed?: ClosedWorkspaces;
}

/** The stored record of a person. Times are ISO 8601, UTC. */
export const memberRecordSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  role: roleSchema,
  createdAt: z.iso.datetime(),
  /** Accurate to the minute; `null`: invited but never signed in. */
  lastSeenAt: z.iso.datetime().nullable(),
  /** When they were removed and lost access; what they made keeps their name. `null`: not removed. */
  removedAt: z.iso.datetime().nullable(),
  /** When what was stored of them was erased; absent: it was not. */
  erasedAt: z.iso.datetime().optional(),
  /** Sessions of an earlier epoch are invalid: raising it ends all sessions at once. */
  epoch: z.int(),
  /** They chose their name themselves: it does not follow the identity provider any more. */
  hasOwnName: z.boolean().optional(),
  /** Names under which they wrote before: nobody else gets them. */
  formerNames: z.array(z.string()).optional(),
  /** What the identity provider said at the last sign-in. */
  provider: z.object({ groups: z.array(z.string()), at: z.iso.datetime() }).optional(),
});
export type MemberRecord = z.infer<typeof memberRecordSchema>;

/** A signed-in browser. Only that browser knows its token; the store has the hash. */
export const sessionSchema = z.object({
  id: z.string(),
  memberId: z.string(),
  /** The member's epoch when the session began. */
  epoch: z.int(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** The session ends then, even if it is in use. */
  expiresAt: z.iso.datetime(),
  /** What the browser reports about itself, shortened. */
  browser: z.string(),
});
export type Session = z.infer<typeof sessionSchema>;

/** A link with which one person can join, once. */
export const inviteSchema = z.object({
  id: z.string(),
  role: roleSchema,
  /** Lets this member back in; `null`: a new member joins. */
  memberId: z.string().nullable(),
  createdBy: z.object({ id: z.string(), name: z.string() }),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type Invite = z.infer<typeof inviteSchema>;

export const memberOf = ({ id, name, role }: MemberRecord): Member => ({ id, name, role });
