import type { Role } from '../../lib/core/member.ts';
import { type RequestResult, sendJson } from '../ui/request-json.ts';

/** The link is told once, here: the server keeps only a hash of what is secret in it. */
export const requestInvite = (
  wanted: { role: Role } | { memberId: string },
): Promise<RequestResult<{ url: string }>> => sendJson<{ url: string }>('POST', '/api/invites', wanted);
