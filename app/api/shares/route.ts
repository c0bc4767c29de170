import { requireAdmin } from '@vitrine/lib/http/access.ts';
import { route } from '@vitrine/lib/http/route.ts';
import { z } from 'zod';

const query = z.strictObject({ of: z.enum(['me', 'team']).default('me') });

/** What one shared; all there is, for an admin who asks for it. */
export const GET = route({ query }, async ({ query, member, services }) => {
  if (query.of === 'team') requireAdmin(member);
  const all = await services.stores.shares.list();
  const shares = all.filter(({ createdBy }) => query.of === 'team' || createdBy.id === member.id);
  return Response.json({ shares }, { headers: { 'Cache-Control': 'no-store' } });
});
