import { openRoute } from '@vitrine/lib/http/route.ts';

export const GET = openRoute({}, async ({ services }) => {
  const storeFault = await services.stores.health();
  const commands = await services.commands.check();
  const isChoice = services.config.execMode === 'off';
  const reasons = [
    ...(services.isDraining() ? ['The server is restarting'] : []),
    ...(storeFault ? [storeFault] : []),
    ...(commands.reason !== null && !isChoice ? [commands.reason] : []),
  ];
  const isDown = services.isDraining() || storeFault !== null;
  return Response.json(
    { status: reasons.length > 0 ? 'degraded' : 'ready', reasons, commands },
    { status: isDown ? 503 : 200, headers: { 'Cache-Control': 'no-store' } },
  );
});
