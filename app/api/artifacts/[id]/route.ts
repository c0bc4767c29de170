import { requireArtifact } from '@vitrine/lib/http/access.ts';
import { artifactQuery, artifactResponse } from '@vitrine/lib/http/artifact-response.ts';
import { contentLink } from '@vitrine/lib/http/content-link.ts';
import { idParams, route } from '@vitrine/lib/http/route.ts';

export const GET = route(
  { params: idParams, query: artifactQuery },
  async ({ request, params, query, member, services }) => {
    const record = await requireArtifact(services, member, params.id);
    const linkElsewhere = (isFile: boolean) =>
      contentLink(services, request, { id: params.id, member, isFile });
    const view = { record, told: record.metadata, isShared: false, linkElsewhere };
    return await artifactResponse(request, services.stores.artifacts, query, view);
  },
);
