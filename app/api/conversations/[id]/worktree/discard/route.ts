import { idParams, route } from '@vitrine/lib/http/route.ts';
import { discardWorktree } from '@vitrine/lib/http/workspaces/end-worktree.ts';

export const POST = route({ params: idParams }, async ({ params, request, member, services }) => {
  await discardWorktree({ request, member, services }, params.id);
  return new Response(null, { status: 204 });
});
