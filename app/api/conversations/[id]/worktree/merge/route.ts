import { idParams, route } from '@vitrine/lib/http/route.ts';
import { mergeWorktree } from '@vitrine/lib/http/workspaces/end-worktree.ts';

export const POST = route({ params: idParams }, async ({ params, request, member, services }) =>
  Response.json({ mergedFiles: await mergeWorktree({ request, member, services }, params.id) }),
);
