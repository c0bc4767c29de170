import { notFound } from '@vitrine/lib/core/errors.ts';
import { idSchema } from '@vitrine/lib/core/ids.ts';
import { audit } from '@vitrine/lib/http/audit-log.ts';
import { route } from '@vitrine/lib/http/route.ts';
import { z } from 'zod';

const params = z.object({ id: idSchema, sessionId: idSchema });

/** Ends one session, from its next request on. */
export const DELETE = route({ params }, async ({ request, params: { id, sessionId }, member, services }) => {
  if (id !== member.id && member.role !== 'admin') throw notFound();
  const record = await services.stores.members.get(id);
  if (!record || !(await services.stores.sessions.delete(id, sessionId))) throw notFound();
  await audit(services, request, 'session.revoked', member, { subject: record, detail: 'one' });
  return new Response(null, { status: 204 });
});
