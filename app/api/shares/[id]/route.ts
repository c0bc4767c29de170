import { z } from 'zod';
import { notFound } from '../../../../lib/core/errors.ts';
import { requireShare } from '../../../../lib/http/create-share.ts';
import { route } from '../../../../lib/http/route.ts';

/** A share's ID or its token: both are in a path where a token may be anything. */
const params = z.object({ id: z.string() });

export const DELETE = route({ params }, async ({ params: { id }, services }) => {
  const share = id.startsWith('shr_')
    ? await services.stores.shares.get(id)
    : (await requireShare(services, id)).share;
  if (!share || !(await services.stores.shares.delete(share.id))) throw notFound();
  return new Response(null, { status: 204 });
});
