import { requireArtifact } from '../../../../../lib/http/access.ts';
import { filterLog, filterQuery } from '../../../../../lib/http/filter-log.ts';
import { idParams, route } from '../../../../../lib/http/route.ts';

export const GET = route(
  { params: idParams, query: filterQuery },
  async ({ request, params, query, member, services }) => {
    const { metadata } = await requireArtifact(services, member, params.id);
    return await filterLog(request, services.stores.artifacts, metadata, query);
  },
);
