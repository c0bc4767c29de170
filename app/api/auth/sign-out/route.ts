import { audit } from '@vitrine/lib/http/audit-log.ts';
import { route } from '@vitrine/lib/http/route.ts';
import { endedSessionCookie } from '@vitrine/lib/http/session-cookie.ts';

/** Ends the session of this browser. */
export const POST = route({}, async ({ request, member, session, services }) => {
  if (session) {
    await services.stores.sessions.delete(member.id, session.id);
    await audit(services, request, 'member.signed_out', member);
  }
  return new Response(null, { status: 204, headers: { 'Set-Cookie': endedSessionCookie(services.config) } });
});
