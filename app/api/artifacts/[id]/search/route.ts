import { requireArtifact } from '../../../../../lib/http/access.ts';
import { idParams, route } from '../../../../../lib/http/route.ts';
import { searchArtifact, searchQuery } from '../../../../../lib/http/search-artifact.ts';

export const GET = route(
  { params: idParams, query: searchQuery },
  async ({ request, params, query, member, services }) => {
    const { metadata } = await requireArtifact(services, member, params.id);
    return searchArtifact(request, services.stores.artifacts, metadata, query);
  },
);
