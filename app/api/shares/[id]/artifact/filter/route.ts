import { filterLog, filterQuery } from '@vitrine/lib/http/filter-log.ts';
import { requireShare } from '@vitrine/lib/http/read-share.ts';
import { openRoute } from '@vitrine/lib/http/route.ts';
import { z } from 'zod';

const params = z.object({ id: z.string() });

/** In the frozen copy behind a token (the path's `id`): only what is shared. */
export const GET = openRoute(
  { params, query: filterQuery },
  async ({ request, params: { id: token }, query, member, services }) => {
    const { record } = await requireShare(services, request, member, token);
    return await filterLog(request, services.stores.artifacts, record.metadata, query);
  },
);
