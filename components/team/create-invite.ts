import type { Role } from '#lib/core/vocabulary/team/member.ts';
import { type RequestResult, sendJson } from '../ui/request-json.ts';

/** The link is available only here: the server stores only a hash of its secret. */
export const requestInvite = (
  wanted: { role: Role } | { memberId: string },
): Promise<RequestResult<{ url: string }>> => sendJson<{ url: string }>('POST', '/api/invites', wanted);
