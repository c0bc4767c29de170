import { idParams, route } from '../../../../../../lib/http/route.ts';
import { storeDiff } from '../../../../../../lib/http/workspaces/store-diff.ts';

export const POST = route({ params: idParams }, async ({ params, member, services }) =>
  Response.json({ artifactId: await storeDiff(services, member, params.id) }, { status: 201 }),
);
