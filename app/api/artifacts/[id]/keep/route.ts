import { keepRequestSchema } from '@vitrine/lib/core/keep.ts';
import { keepArtifact, releaseArtifact } from '@vitrine/lib/http/keep-artifact.ts';
import { idParams, route } from '@vitrine/lib/http/route.ts';

export const POST = route(
  { params: idParams, body: keepRequestSchema },
  async ({ params, body, member, services }) => {
    const { expiresAt } = await keepArtifact(services, member, params.id, body);
    return Response.json({ expiresAt });
  },
);

export const DELETE = route({ params: idParams }, async ({ params, member, services }) => {
  const { expiresAt } = await releaseArtifact(services, member, params.id);
  return Response.json({ expiresAt });
});
