import { requireAdmin } from '@vitrine/lib/http/access.ts';
import { route } from '@vitrine/lib/http/route.ts';
import { removeWorkspace } from '@vitrine/lib/http/workspaces/remove-workspace.ts';
import { z } from 'zod';

const params = z.object({ name: z.string().max(4_096) });

export const DELETE = route({ params }, async ({ params: { name }, request, member, services }) => {
  requireAdmin(member);
  await removeWorkspace({ request, member, services }, name);
  return new Response(null, { status: 204 });
});
