import { limits } from '@vitrine/lib/core/limits.ts';
import { requireReplay } from '@vitrine/lib/http/replays.ts';
import { idParams, route } from '@vitrine/lib/http/route.ts';
import { recountReplay } from '@vitrine/lib/replay/recount-replay.ts';

/** All figures of a replay counted again from its raw runs, and where they differ. */
export const GET = route({ params: idParams }, async ({ request, params, member, services }) => {
  const replay = await requireReplay(services, member, params.id);
  const recounted = await services.wholeReads.run(limits.wholeReadBytes, request.signal, () =>
    recountReplay(replay, services.replays.readRun),
  );
  return Response.json(recounted, { headers: { 'Cache-Control': 'no-store' } });
});
