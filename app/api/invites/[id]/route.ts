import { notFound } from '../../../../lib/core/errors.ts';
import { requireAdmin } from '../../../../lib/http/access.ts';
import { audit } from '../../../../lib/http/audit-log.ts';
import { idParams, route } from '../../../../lib/http/route.ts';

/** Takes it back: the link lets nobody in any more. */
export const DELETE = route({ params: idParams }, async ({ request, params, member, services }) => {
  requireAdmin(member);
  if (!(await services.stores.invites.delete(params.id))) throw notFound();
  const subject = { id: params.id, name: 'an invite' };
  await audit(services, request, 'invite.revoked', member, { subject });
  return new Response(null, { status: 204 });
});
