import { replayArtifactChange } from '@vitrine/lib/http/replay-artifact-change.ts';
import { idParams, route } from '@vitrine/lib/http/route.ts';

export const POST = route({ params: idParams }, async ({ request, params, member, services }) => {
  await replayArtifactChange(services, request, member, params.id, 'redo');
  return new Response(null, { status: 204 });
});
