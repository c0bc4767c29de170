import { notFound } from '@vitrine/lib/core/errors.ts';
import { audit } from '@vitrine/lib/http/audit-log.ts';
import { idParams, route } from '@vitrine/lib/http/route.ts';
import { endSessions } from '@vitrine/lib/team/members.ts';

/** The browsers a member is signed in with: their own, or anybody's for an admin. */
export const GET = route({ params: idParams }, async ({ params, member, session, services }) => {
  if (params.id !== member.id && member.role !== 'admin') throw notFound();
  const sessions = await services.stores.sessions.listOf(params.id);
  return Response.json({
    sessions: sessions.map(({ id, createdAt, lastSeenAt, browser }) => ({
      id,
      createdAt,
      lastSeenAt,
      browser,
      isThis: id === session?.id,
    })),
  });
});

/** Ends all of them at once. */
export const DELETE = route({ params: idParams }, async ({ request, params, member, services }) => {
  if (params.id !== member.id && member.role !== 'admin') throw notFound();
  const { after } = await endSessions(services, params.id);
  await audit(services, request, 'session.revoked', member, { subject: after, detail: 'all' });
  return new Response(null, { status: 204 });
});
