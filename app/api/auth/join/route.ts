import { VitrineError } from '@vitrine/lib/core/errors.ts';
import { limits } from '@vitrine/lib/core/limits.ts';
import { audit } from '@vitrine/lib/http/audit-log.ts';
import { checkRate } from '@vitrine/lib/http/rate-limits.ts';
import { openRoute } from '@vitrine/lib/http/route.ts';
import { sessionCookie } from '@vitrine/lib/http/session-cookie.ts';
import { joinTeam } from '@vitrine/lib/team/invites.ts';
import { beginSession } from '@vitrine/lib/team/sessions.ts';
import { z } from 'zod';

const body = z.strictObject({
  token: z.string().max(100),
  /** Of who is new. */
  name: z.string().trim().min(1).max(limits.titleCharacters).optional(),
});

/** Uses an invite up. Only by a press of a button: who looks at a link, or fetches it ahead, takes nothing away. */
export const POST = openRoute({ body }, async ({ request, body: { token, name }, member, services }) => {
  await checkRate(services, request, 'join');
  if (services.config.signIn === null) throw new VitrineError('not_possible', 'There is no team to join');
  if (member === null && services.identityProvider !== null) {
    throw new VitrineError('signed_out', 'Sign in first, then open the invite again');
  }
  if (member === null && name === undefined) throw new VitrineError('invalid_request', 'Enter your name');
  const newId = services.newId('mem');
  const joined = await joinTeam(services, token, { signedIn: member, name: name ?? '', newId });
  await audit(services, request, 'member.joined', joined.member, {
    subject: { id: joined.invite.id, name: `an invite by ${joined.invite.createdBy.name}` },
    detail: joined.invite.role,
  });
  const userAgent = request.headers.get('user-agent');
  // A session of its own, whatever the browser held: nobody can have left it one that they know.
  const session = await beginSession(services, services.newId('ses'), joined.member, userAgent);
  return Response.json(
    { memberId: joined.member.id, role: joined.member.role },
    { status: 201, headers: { 'Set-Cookie': sessionCookie(session, services.config) } },
  );
});
