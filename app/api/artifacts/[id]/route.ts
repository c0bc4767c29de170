import { requireArtifact } from '../../../../lib/http/access.ts';
import { artifactQuery, artifactResponse } from '../../../../lib/http/artifact-response.ts';
import { idParams, route } from '../../../../lib/http/route.ts';

export const GET = route(
  { params: idParams, query: artifactQuery },
  async ({ request, params, query, member, services }) => {
    const record = await requireArtifact(services, member, params.id);
    const view = { record, told: record.metadata, isShared: false };
    return await artifactResponse(request, services.stores.artifacts, query, view);
  },
);
