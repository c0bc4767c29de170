import type { Member } from '../core/vocabulary/team/member.ts';
import type { Services } from '../services.ts';
import type { Origin } from './origin.ts';

/** A call of a member, for functions that also write to the audit log. */
export interface MemberCall {
  origin: Origin;
  member: Member;
  services: Services;
}
