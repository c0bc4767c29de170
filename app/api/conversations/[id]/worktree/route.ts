import { idParams, route } from '@vitrine/lib/http/route.ts';
import { inWorktree, requireWorktree } from '@vitrine/lib/http/workspaces/worktree-of.ts';

/** How far the conversation's own copy is from where it began, or from what was merged last. */
export const GET = route({ params: idParams }, async ({ params, member, services }) => {
  const { worktree } = await requireWorktree(services, member, params.id, 'read');
  const changedFiles = await inWorktree(() => services.worktrees.countChanged(params.id, worktree.base));
  return Response.json(
    { branch: worktree.branch, commit: worktree.commit, changedFiles },
    { headers: { 'Cache-Control': 'no-store' } },
  );
});
