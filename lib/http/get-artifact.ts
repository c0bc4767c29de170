import { requireArtifact } from './access.ts';
import { artifactQuery, artifactResponse } from './artifact-response.ts';
import { contentLink } from './content-link.ts';
import { idParams, route } from './route.ts';

/** `GET /api/artifacts/:id`. */
export const getArtifact = route(
  { params: idParams, query: artifactQuery },
  async ({ request, params, query, member, services }) => {
    const record = await requireArtifact(services, member, params.id);
    const linkElsewhere = (isFile: boolean) =>
      contentLink(services, request, { id: params.id, member, isFile });
    const view = { record, told: record.metadata, isShared: false, linkElsewhere };
    return await artifactResponse(request, services.stores.artifacts, query, view);
  },
);
