import { idParams, route } from '../../../../../lib/http/route.ts';
import { takeBack } from '../../../../../lib/http/take-back.ts';

export const POST = route({ params: idParams }, async ({ params, member, services }) => {
  await takeBack(services, member, params.id, 'redo');
  return new Response(null, { status: 204 });
});
