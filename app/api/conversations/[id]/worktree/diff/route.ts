import { checkRate } from '../../../../../../lib/http/rate-limits.ts';
import { idParams, route } from '../../../../../../lib/http/route.ts';
import { storeDiff } from '../../../../../../lib/http/workspaces/store-diff.ts';

export const POST = route({ params: idParams }, async ({ params, request, member, services }) => {
  await checkRate(services, request, 'worktree', member.id);
  return Response.json({ artifactId: await storeDiff(services, member, params.id) }, { status: 201 });
});
