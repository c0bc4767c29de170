import { checkRate } from '@vitrine/lib/http/rate-limits.ts';
import { idParams, route } from '@vitrine/lib/http/route.ts';
import { storeDiff } from '@vitrine/lib/http/workspaces/store-diff.ts';

export const POST = route({ params: idParams }, async ({ params, request, member, services }) => {
  await checkRate(services, request, 'worktree', member.id);
  return Response.json({ artifactId: await storeDiff(services, member, params.id) }, { status: 201 });
});
