import { requireArtifact } from '@vitrine/lib/http/access.ts';
import { readArtifactSides } from '@vitrine/lib/http/artifact-sides.ts';
import { idParams, route } from '@vitrine/lib/http/route.ts';

export const GET = route({ params: idParams }, async ({ params, member, services }) => {
  const record = await requireArtifact(services, member, params.id);
  const sides = await readArtifactSides(services, record);
  return Response.json(sides, { headers: { 'Cache-Control': 'private, no-store' } });
});
