import { z } from 'zod';
import { requireAdmin } from '../../../lib/http/access.ts';
import { route } from '../../../lib/http/route.ts';

const query = z.strictObject({ of: z.enum(['me', 'team']).default('me') });

/** What one shared; all there is, for an admin who asks for it. */
export const GET = route({ query }, async ({ query, member, services }) => {
  if (query.of === 'team') requireAdmin(member);
  const all = await services.stores.shares.list();
  const shares = all.filter(({ createdBy }) => query.of === 'team' || createdBy.id === member.id);
  return Response.json({ shares }, { headers: { 'Cache-Control': 'no-store' } });
});
