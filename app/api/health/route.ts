import { route } from '../../../lib/http/route.ts';

export const GET = route({}, async ({ services }) => {
  const storeFault = await services.stores.health();
  const reasons = [
    ...(services.isDraining() ? ['The server is being restarted'] : []),
    ...(storeFault ? [storeFault] : []),
  ];
  const isDown = services.isDraining() || storeFault !== null;
  return Response.json(
    { status: reasons.length > 0 ? 'degraded' : 'ready', reasons },
    { status: isDown ? 503 : 200, headers: { 'Cache-Control': 'no-store' } },
  );
});
