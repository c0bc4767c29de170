import { idParams, route } from '../../../../../../lib/http/route.ts';
import { discardWorktree } from '../../../../../../lib/http/workspaces/end-worktree.ts';

export const POST = route({ params: idParams }, async ({ params, request, member, services }) => {
  await discardWorktree({ request, member, services }, params.id);
  return new Response(null, { status: 204 });
});
