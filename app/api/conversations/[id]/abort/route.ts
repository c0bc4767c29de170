import { requireConversation } from '@vitrine/lib/http/access.ts';
import { idParams, route } from '@vitrine/lib/http/route.ts';

export const POST = route({ params: idParams }, async ({ params, member, services }) => {
  await requireConversation(services, member, params.id, 'write');
  await services.runner.abort(params.id, member);
  return new Response(null, { status: 202 });
});
