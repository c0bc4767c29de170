import { requireArtifact } from '@vitrine/lib/http/access.ts';
import { filterLog, filterQuery } from '@vitrine/lib/http/filter-log.ts';
import { idParams, route } from '@vitrine/lib/http/route.ts';

export const GET = route(
  { params: idParams, query: filterQuery },
  async ({ request, params, query, member, services }) => {
    const { metadata } = await requireArtifact(services, member, params.id);
    return await filterLog(request, services.stores.artifacts, metadata, query);
  },
);
