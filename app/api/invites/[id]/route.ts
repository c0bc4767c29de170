import { notFound } from '@vitrine/lib/core/errors.ts';
import { requireAdmin } from '@vitrine/lib/http/access.ts';
import { audit } from '@vitrine/lib/http/audit-log.ts';
import { idParams, route } from '@vitrine/lib/http/route.ts';

/** Takes it back: the link lets nobody in any more. */
export const DELETE = route({ params: idParams }, async ({ request, params, member, services }) => {
  requireAdmin(member);
  if (!(await services.stores.invites.delete(params.id))) throw notFound();
  const subject = { id: params.id, name: 'an invite' };
  await audit(services, request, 'invite.revoked', member, { subject });
  return new Response(null, { status: 204 });
});
