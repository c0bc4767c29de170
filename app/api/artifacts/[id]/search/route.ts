import { requireArtifact } from '@vitrine/lib/http/access.ts';
import { idParams, route } from '@vitrine/lib/http/route.ts';
import { searchArtifact, searchQuery } from '@vitrine/lib/http/search-artifact.ts';

export const GET = route(
  { params: idParams, query: searchQuery },
  async ({ request, params, query, member, services }) => {
    const { metadata } = await requireArtifact(services, member, params.id);
    return searchArtifact(request, services.stores.artifacts, metadata, query);
  },
);
