import type { Member } from '../core/vocabulary/team/member.ts';
import type { Services } from '../services.ts';

/** A request of a member, for functions that also write to the audit log. */
export interface MemberCall {
  request: Request;
  member: Member;
  services: Services;
}
