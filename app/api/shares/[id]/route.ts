import { forbidden, notFound } from '@vitrine/lib/core/errors.ts';
import { may } from '@vitrine/lib/core/rights.ts';
import { audit } from '@vitrine/lib/http/audit-log.ts';
import { findShare } from '@vitrine/lib/http/read-share.ts';
import { route } from '@vitrine/lib/http/route.ts';
import { z } from 'zod';

/** A share's ID or its token: both are in a path where a token may be anything. */
const params = z.object({ id: z.string() });

export const DELETE = route({ params }, async ({ request, params: { id }, member, services }) => {
  const share = id.startsWith('shr_')
    ? await services.stores.shares.get(id)
    : (await findShare(services, request, member, id)).share;
  if (!share) throw notFound();
  if (!may(member, 'manage', { kind: 'share', share }))
    throw forbidden('Only the person who shared this or an admin can revoke it');
  if (!(await services.stores.shares.delete(share.id))) throw notFound();
  await audit(services, request, 'share.revoked', member, { subject: { id: share.id, name: share.title } });
  return new Response(null, { status: 204 });
});
