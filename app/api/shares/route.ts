import { route } from '../../../lib/http/route.ts';

export const GET = route({}, async ({ services }) => {
  const shares = await services.stores.shares.list();
  return Response.json({ shares }, { headers: { 'Cache-Control': 'no-store' } });
});
